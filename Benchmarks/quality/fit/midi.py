import numpy as np,struct,subprocess,os,tempfile
def vlq(n):
    b=[n&127];n>>=7
    while n: b.append(128|n&127);n>>=7
    return bytes(b[::-1])
def smf(notes,progs,bpm,path):
    """notes: (beat,dur,channel,pitch,vel)"""
    ev=[]
    for t,d,c,p,v in notes:
        ev.append((int(t*480),1,bytes([0x90|c,p,v])));ev.append((int((t+d)*480)-1,0,bytes([0x80|c,p,0])))
    ev.sort(key=lambda e:(e[0],e[1]))
    tr=b'\0\xff\x51\x03'+struct.pack('>I',int(6e7/bpm))[1:]
    for c,p in progs.items(): tr+=b'\0'+bytes([0xc0|c,p])
    last=0
    for t,_,m in ev: tr+=vlq(t-last)+m;last=t
    tr+=b'\0\xff\x2f\0'
    open(path,'wb').write(b'MThd'+struct.pack('>IHHH',6,0,1,480)+b'MTrk'+struct.pack('>I',len(tr))+tr)
def render(notes,progs,bpm,sr=22050,seconds=None):
    with tempfile.TemporaryDirectory() as d:
        smf(notes,progs,bpm,d+'/a.mid')
        subprocess.run(['fluidsynth','-ni','-q','-r',str(sr),'-O','float','-T','raw','-F',d+'/a.raw','/usr/share/sounds/sf2/TimGM6mb.sf2',d+'/a.mid'],check=True,stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL)
        x=np.fromfile(d+'/a.raw',np.float32).reshape(-1,2).mean(1)
    return x.astype(float)
MAJ=[0,2,4,5,7,9,11];MIN=[0,2,3,5,7,8,10];HMIN=[0,2,3,5,7,8,11]
PM=["1 5 6 4","1 4 5 1","1 6 4 5","1 4 1 5","2 5 1 1","1 3 4 5","1 2 5 1","1 5 4 1","6 4 1 5","1 6 2 5","4 1 5 1"]
PN=["1 6 3 7","1 4 5 1","1 7 6 5","1 4 5m 1","1 6 4 5","1 7 6 7","1 5m 6 4","1 3 7 4","1 2 5 1","6 7 1 1"]
CHORDP=[0,1,4,5,11,16,19,24,25,27,48,50,52,61,80,88,89];MELP=[0,4,11,16,22,24,26,40,56,65,66,71,73,80,81]
def song(rng,root=None,minor=None,kind=None):
    root=rng.integers(12) if root is None else root;minor=bool(rng.integers(2)) if minor is None else minor
    kind=kind or rng.choice(['chords','melody','both'],p=[.45,.35,.2])
    bpm=rng.uniform(70,150);notes=[];progs={};beats=16*rng.choice([1,2]);sc=MIN if minor else MAJ
    drums=rng.random()<.25
    end=rng.random()<.6
    if kind!='melody':
        pr=str(rng.choice(PN if minor else PM)).split();progs[0]=int(rng.choice(CHORDP));bass=rng.random()<.5;progs[1]=int(rng.choice([32,33,34,38]))
        sev=rng.random()<.2;oct_=int(rng.choice([48,60]));arp=rng.random()<.3;inv=rng.integers(3)
        seq=[pr[(b//4)%len(pr)] for b in range(0,beats,4)]+(['1'] if end else [])
        for i,ch in enumerate(seq):
            deg=int(ch[0])-1;s=HMIN if minor and deg in(4,) and 'm' not in ch else sc
            st=[s[(deg+k)%7]+12*((deg+k)//7) for k in (0,2,4)+((6,) if sev else ())]
            pcs=[root+a for a in st]; pcs=[oct_+((p+5)%12)-5+12*0 for p in pcs] if inv else [oct_+p-(12 if root>6 else 0) for p in pcs]
            for j,p in enumerate(pcs):
                if arp:
                    for q in range(4): notes.append((4*i+q+j/len(pcs),1/len(pcs)*1.5,0,p,int(rng.integers(60,100))))
                else: notes.append((4*i,3.9,0,p,int(rng.integers(60,100))))
            if bass:
                for q in range(0,4,int(rng.choice([1,2,4]))): notes.append((4*i+q,.9,1,36+(root+st[0])%12,90))
    if kind!='chords':
        progs[2]=int(rng.choice(MELP));deg=int(rng.choice([0,0,0,2,4]));t=0.0;base=60+root-(12 if root>6 else 0)+int(rng.choice([0,0,12]))
        stable={0:3,2:2,4:2.2}
        while t<beats-.01:
            d=float(rng.choice([.5,.5,1,1,2]));d=min(d,beats-t)
            opts=[deg+k for k in(-2,-1,1,2,-4,4,0) if -5<=deg+k<=9]
            pr=np.array([stable.get(o%7,1)*(.3 if abs(o-deg)==4 else 1)*(.5 if o==deg else 1) for o in opts]);deg=int(rng.choice(opts,p=pr/pr.sum()))
            if t==0 and rng.random()<.7: deg=int(rng.choice([0,4,2]))
            s=sc
            if minor and deg%7==6 and rng.random()<.6: s=HMIN
            notes.append((t,d*.95,2,base+s[deg%7]+12*(deg//7),int(rng.integers(70,110))));t+=d
        if end: notes.append((t,3,2,base,100))
    if drums:
        for b in range(0,beats,1): notes.append((b,.2,9,36 if b%2==0 else 38,100));notes+= [(b+h,.1,9,42,80) for h in(0,.5)]
    return notes,progs,bpm,int(root)%12,minor,kind
