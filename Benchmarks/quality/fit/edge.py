import numpy as np,scipy.io.wavfile as wf,sys
sys.path.insert(0,'fit/proto')
from drums import *
import midi
D='fit/edge/';rng=np.random.default_rng(5)
w=lambda n,r,x:wf.write(D+n,r,np.asarray(x,np.float32))
for s in (1,3,10,30):
    w(f'noise{s}.wav',44100,.3*rng.uniform(-1,1,(s*44100,2)))
    pn=np.cumsum(rng.standard_normal(s*44100));pn-=np.convolve(pn,np.ones(2000)/2000,'same');w(f'brown{s}.wav',44100,.3*pn/abs(pn).max())
w('dc.wav',48000,np.full((480000,2),.5));w('silence.wav',48000,np.zeros((480000,2)));w('n1.wav',48000,[.5]);w('n100.wav',48000,.5*np.sin(np.arange(100)));w('n0.wav',48000,np.zeros(0))
w('sine.wav',48000,.5*np.sin(2*np.pi*440*np.arange(480000)/48000));w('nan.wav',48000,np.full(48000,np.nan));
t=np.arange(30*44100);click=np.zeros(30*44100);click[22050::22050]=.9;w('click120.wav',44100,click)
x=np.zeros(10*44100);x[44100:9*44100]=.5*np.sin(t[:8*44100]*.05);w('edges.wav',44100,x)
sweep=.5*np.sin(2*np.pi*np.cumsum(np.linspace(50,8000,20*44100))/44100);w('sweep.wav',44100,sweep)
for r in (8000,11025,22050,44100,48000,96000,192000):
    rr=np.random.default_rng(77);p=pattern(rr);x,_=render(np.random.default_rng(78),127.3,12,sr=r,swing=0,human=0,mel=False,pat=p);w(f'rate{r}.wav',r,x)
# drums of the sound font
for i in range(8):
    rr=np.random.default_rng(i);bpm=float(rr.uniform(70,180));k,s,h,name=pattern(rr);notes=[]
    for b in range(128):
        for v,n in((k,36),(s,[38,40,39][i%3]),(h,[42,44,46][i%3])):
            if v[b%16]: notes.append((b/4,.2,9,n,int(v[b%16]*110)))
        if i%2 and b%16==14: notes.append((b/4,.2,9,45,100))
    x=midi.render(notes,{9:[0,8,16,24,25,32,40,48][i]},bpm);w(f'gm{i}_{bpm:.1f}.wav',22050,x)
# exact repetition with melody: loop
rr=np.random.default_rng(3);x,_=render(rr,110,60/110*16,swing=0,human=0,mel=True) if False else (None,None)
