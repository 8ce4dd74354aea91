import numpy as np
SR=22050
def kick(rng,sr=SR):
    n=int(sr*rng.uniform(.1,.35));t=np.arange(n)/sr
    f0=rng.uniform(40,65);f1=rng.uniform(100,250);d=rng.uniform(.01,.04)
    ph=2*np.pi*(f0*t+ (f1-f0)*d*(1-np.exp(-t/d)))
    return np.sin(ph)*np.exp(-t/rng.uniform(.05,.15))+.15*rng.standard_normal(n)*np.exp(-t/.003)
def snare(rng,sr=SR):
    n=int(sr*rng.uniform(.1,.25));t=np.arange(n)/sr;f=rng.uniform(160,240)
    return .5*np.sin(2*np.pi*f*t)*np.exp(-t/.05)+.6*rng.standard_normal(n)*np.exp(-t/rng.uniform(.04,.1))
def hat(rng,sr=SR):
    n=int(sr*rng.uniform(.03,.12));t=np.arange(n)/sr;x=rng.standard_normal(n+2)
    x=x[2:]-1.6*x[1:-1]+.64*x[:-2]
    return .3*x*np.exp(-t/rng.uniform(.01,.04))
def pattern(rng):
    """16 or 12 steps a bar: kick, snare, hat velocities"""
    k=np.zeros(16);s=np.zeros(16);h=np.zeros(16)
    style=rng.choice(['rock','four','break','rock2','sparse','house'])
    if style=='rock': k[[0,8]]=1
    if style=='rock2': k[[0,8]]=1; k[rng.choice([6,7,10,11,14])]=.8
    if style in('four','house'): k[[0,4,8,12]]=1
    if style=='break': k[[0,10]]=1; k[rng.choice([2,3,6,11,13])]=.8
    if style=='sparse': k[[0,8]]=1
    if style=='house':
        if rng.random()<.7: s[[4,12]]=.8
    else: s[[4,12]]=1
    if style=='break' and rng.random()<.6: s[rng.choice([7,9,15])]=.4
    hs=rng.choice(['8','16','4','off','none'] if style not in('sparse',) else ['8','16','4'],p=[.45,.25,.1,.15,.05] if style!='sparse' else [.5,.3,.2])
    if hs=='8': h[::2]=.7
    if hs=='16': h[:]=.5; h[::4]=.8
    if hs=='4': h[::4]=.7
    if hs=='off' : h[2::4]=.8
    if style=='house' and hs in('none','4') : h[2::4]=.8
    return k,s,h,style+hs
def render(rng,bpm,seconds=None,sr=SR,swing=None,human=None,mel=None,pat=None,bars2=True):
    seconds=seconds or rng.uniform(8,20)
    beat=60/bpm; step=beat/4; n=int(seconds*sr); x=np.zeros(n+sr)
    k,s,h,name=pat or pattern(rng)
    swing=swing if swing is not None else (rng.choice([0,0,0,.15,.3]))
    human=human if human is not None else rng.choice([0,0,.004,.008])
    K,S,H=kick(rng,sr),snare(rng,sr),hat(rng,sr)
    gk,gs,gh=rng.uniform(.6,1),rng.uniform(.5,1),rng.uniform(.15,.6)
    t0=rng.uniform(0,1)
    i=0
    while True:
        t=t0+i*step
        if t>=seconds: break
        if i%2: t+=swing*step
        for v,w,g in((k,K,gk),(s,S,gs),(h,H,gh)):
            if v[i%16]>0:
                a=int((t+human*rng.standard_normal())*sr); a=max(a,0)
                m=min(len(w),len(x)-a)
                x[a:a+m]+=g*v[i%16]*rng.uniform(.85,1)*w[:m]
        i+=1
    if mel is None: mel=rng.random()<.3
    if mel:
        for b in range(int(seconds/beat)+1):
            if rng.random()<.8:
                a=int((t0+b*beat)*sr);m=int(beat*sr);m=min(m,len(x)-a)
                if m<=0: continue
                t=np.arange(m)/sr;f=55*2**(rng.choice([0,3,5,7,10,12,15])/12)*rng.choice([1,2])
                x[a:a+m]+=.25*sum(np.sin(2*np.pi*f*j*t)/j for j in range(1,6))*np.exp(-t/.4)
    x=x[:n]+1e-4*rng.standard_normal(n)
    return .7*x/np.max(np.abs(x)),name
