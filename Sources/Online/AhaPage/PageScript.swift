/// Scripts of the pages: a player on top of an audio element. Without scripts, the element's own
/// controls show.
enum PageScript {
  static let player: StaticString = """
    (()=>{'use strict'
    const $=i=>document.getElementById(i),p=$('player'),d=p.dataset,a=p.querySelector('audio'),
    seek=$('seek'),play=$('play'),loop=$('loop'),mute=$('mute'),vol=$('volume'),wave=$('wave')
    const note=$('note'),tell=t=>{note.textContent=t}
    let start=d.start/1e6,end=d.end/1e6,len=d.length/1e6,was=0,said,want,whole
    const two=n=>String(Math.floor(n)%60).padStart(2,'0')
    const clock=s=>(s<3600?Math.floor(s/60):Math.floor(s/3600)+':'+two(s/60))+':'+two(s)
    const on=b=>b.getAttribute('aria-pressed')=='true',set=(b,v)=>b.setAttribute('aria-pressed',v)
    const show=()=>{const t=Math.min(a.currentTime,len),now=clock(t),all=now+' of '+clock(len)
    seek.value=t;wave.style.setProperty('--p',t/len)
    if(now!=said){said=now;$('time').textContent=now;seek.setAttribute('aria-valuetext',all)}}
    const near=t=>{const s=a.seekable
    for(let i=0;i<s.length;i++)if(t>=s.start(i)&&t<=s.end(i)+.1)return true}
    const go=t=>{t=Math.max(0,Math.min(t,len))
    if(a.readyState&&!near(t)){want=t;whole||fetched();return}
    was=a.currentTime=t;show()}
    const fetched=()=>{whole=true;tell('Loading the whole sound, because this server cannot seek.')
    fetch(a.currentSrc).then(r=>r.ok?r.blob():Promise.reject()).then(b=>{const on=!a.paused
    a.addEventListener('loadedmetadata',()=>{tell('');hint();go(want);if(on)run()},{once:true})
    a.src=URL.createObjectURL(b)}).catch(()=>{tell('This server cannot seek.')})}
    const hint=()=>{if(p.classList.contains('preview'))tell('This is the preview.'+(
    a.querySelector('source:not([data-preview])')?' You can download the mix below.':''))}
    const step=()=>{const t=a.currentTime
    if(on(loop)&&!a.paused&&was<end&&t>=end)go(start+(t-end)%(end-start))
    else{was=t;show()}}
    const frame=()=>{step();if(!a.paused)requestAnimationFrame(frame)}
    const sorry=()=>{a.pause()
    tell('This browser cannot play this sound. You can download it below.')}
    const run=()=>{if(a.networkState==3)sorry()
    else a.play().catch(e=>{if(e.name=='NotSupportedError')sorry()})}
    const toggle=()=>{a.paused?run():a.pause()}
    const state=()=>{const v=!a.paused;p.classList.toggle('playing',v)
    play.setAttribute('aria-label',v?'Pause':'Play')}
    const loud=()=>{set(mute,a.muted||!a.volume);vol.value=a.muted?0:a.volume
    vol.setAttribute('aria-valuetext',Math.round(vol.value*100)+'%')}
    a.controls=false;$('ui').hidden=false
    play.onclick=toggle
    loop.onclick=()=>{set(loop,!on(loop));was=a.currentTime}
    mute.onclick=()=>{a.muted=!a.muted;if(!a.muted&&!a.volume)a.volume=1}
    vol.oninput=()=>{a.muted=false;a.volume=vol.value}
    seek.oninput=()=>go(+seek.value)
    a.onplay=()=>{state();frame()}
    a.onpause=state;a.ontimeupdate=step;a.onseeked=show;a.onvolumechange=loud
    a.onended=()=>{if(on(loop)){go(start);run()}}
    const meta=()=>{const s=[...a.children].find(e=>e.src==a.currentSrc)
    if(s&&'preview' in s.dataset){p.classList.add('preview');start=0;hint()
    loop.title='Loop (L)';loop.setAttribute('aria-label','Loop')}
    if(isFinite(a.duration)){len=a.duration;seek.max=len;said=''
    if(!start&&p.classList.contains('preview'))end=len
    $('all').textContent=clock(len);show()}}
    a.ondurationchange=meta;a.onerror=sorry
    const last=a.querySelector('source:last-of-type');if(last)last.onerror=sorry
    document.onkeydown=e=>{const t=e.target,k=e.key
    if(e.ctrlKey||e.metaKey||e.altKey)return
    if(k==' '&&!t.closest('button,a,summary'))toggle()
    else if((k=='ArrowLeft'||k=='ArrowRight')&&t!=vol)go(a.currentTime+(k=='ArrowLeft'?-5:5))
    else if(k=='l'||k=='L')loop.click()
    else if(k=='m'||k=='M')mute.click()
    else return
    e.preventDefault()}
    meta();show();loud()
    const m=navigator.mediaSession,c=/^http/.test(location)&&document.querySelector('.cover')
    if(m&&window.MediaMetadata)m.metadata=new MediaMetadata(
    {title:d.title,artist:d.artist,artwork:c?[{src:c.src}]:[]})
    })()
    """

  /// Search field and player of a list of pieces, hidden without scripts. The pieces that are shown
  /// play one after the other.
  static let list: StaticString = """
    (()=>{'use strict'
    const $=i=>document.getElementById(i),all=[...document.querySelectorAll('.list>li')]
    const bar=$('bar'),a=bar.querySelector('audio')
    let at=-1,tried
    const load=s=>{a.src=s;a.play().catch(()=>{})}
    const play=i=>{const e=all[i];if(at>=0)all[at].classList.remove('now')
    at=i;tried=false;e.classList.add('now');bar.hidden=false
    $('now').textContent=e.querySelector('b').textContent;load(e.dataset.sound)}
    const from=(i,d)=>{for(i+=d;all[i];i+=d)if(!all[i].hidden&&all[i].dataset.sound)return play(i)}
    const failed=()=>{const s=at>=0&&all[at].dataset.other
    if(s&&!tried){tried=true;load(s)}else from(at,1)}
    a.onended=()=>from(at,1);a.onerror=failed
    $('next').onclick=()=>from(at,1);$('back').onclick=()=>from(at,-1)
    $('all').onclick=()=>from(-1,1)
    all.forEach((e,i)=>{const b=e.querySelector('.go')
    if(b){b.hidden=false;b.onclick=()=>play(i);$('all').hidden=false}})
    if(all.length<13)return
    const f=$('find'),texts=all.map(e=>e.textContent.toLowerCase())
    f.parentElement.hidden=false
    f.oninput=()=>{const words=f.value.toLowerCase().split(/\\s+/);let n=0
    all.forEach((e,i)=>{e.hidden=!words.every(w=>texts[i].includes(w));n+=!e.hidden})
    $('found').textContent=f.value?n+' found':''}
    })()
    """
}
