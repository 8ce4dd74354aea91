import numpy as np
from scipy.signal import resample_poly,firwin,lfilter
N=8192;RATE=11025
def frames(x,sr):
    f=max(1,int(round(sr/RATE)));
    if f>1: x=lfilter(firwin(32*f+1,0.8/f),1,x)[::f]
    r=sr/f;hop=N//4
    n=len(x)
    if n<N: x=np.concatenate([x,np.zeros(N-n)])
    T=(len(x)-N)//hop+1
    w=np.hanning(N+1)[:N]/(N/4)
    idx=np.arange(N)[None]+hop*np.arange(T)[:,None]
    return np.abs(np.fft.rfft(x[idx]*w,axis=1)),r
NB=120
def harvest(x,sr,H=4,S=.6):
    M,r=frames(x,sr);hz=r/N
    lo=int(50/hz);hi=min(int(3500/hz),N//2-2)
    out=[];prev=None;tone=[]
    for m in M:
        a=m[lo-1:hi+2];c=a[1:-1]
        tot=np.sqrt((m[lo:hi]**2).sum())
        pk=np.where((c>a[:-2])&(c>=a[2:])&(c>.01*c.max()))[0]
        if tot<1e-5 or len(pk)==0: continue
        l,cc,rr=np.log(a[pk]+1e-12),np.log(c[pk]+1e-12),np.log(a[pk+2]+1e-12)
        d=.5*(l-rr)/(l-2*cc+rr-1e-12);f=(pk+lo+d)*hz;mag=c[pk]
        # sharpness: how like a stationary partial: main lobe energy vs. +-4..8 bins
        full=np.zeros(NB);bass=np.zeros(NB)
        p=NB*np.log2(f/261.6255653)
        e=np.sqrt(mag/mag.max())
        # clean: peak over the median of +-16 bins
        med=np.array([np.median(m[max(1,q+lo-16):q+lo+17]) for q in pk])
        clean=mag/(med+1e-9)
        ok=clean>8
        tone.append((tot,(mag[ok]**2).sum()/(tot**2/1.5)))
        for h in range(1,H+1):
            np.add.at(full,np.round(p-NB*np.log2(h)).astype(int)%NB,np.where(ok,e,0)*S**(h-1))
        b=f<260
        np.add.at(bass,np.round(p[b]).astype(int)%NB,np.where(ok[b],mag[b]/mag.max(),0))
        out.append((tot,full,bass))
    return out,tone
def fold(h,off):
    k=np.exp(-.5*(np.arange(-5,6)/2.5)**2)
    h=np.roll(h,-off)
    return np.array([sum(h[(10*i+j)%NB]*k[j+5] for j in range(-5,6)) for i in range(12)])
def summary(x,sr):
    out,tone=harvest(x,sr)
    if not out: return None
    tots=np.array([o[0] for o in out]);F=np.array([o[1] for o in out]);B=np.array([o[2] for o in out])
    w=np.sqrt(tots)
    F=F/(F.sum(1,keepdims=True)+1e-9)
    tot=(F*w[:,None]).sum(0);bass=(B*w[:,None]).sum(0)
    ph=np.angle((tot*np.exp(2j*np.pi*np.arange(NB)/10)).sum());off=int(round(ph/2/np.pi*10))
    conc=abs((tot*np.exp(2j*np.pi*np.arange(NB)/10)).sum())/(tot.sum()+1e-9)
    first=(F*w[:,None])[:8].sum(0);last=np.zeros(NB)
    for f,a in zip(F,w):
        if a>.3*w.mean(): last=last*.8+f*a
    n=lambda v:v/(v.sum()+1e-9)
    t=np.array(tone);ton=(t[:,0]**2*t[:,1]).sum()/(t[:,0]**2).sum()
    return np.stack([n(fold(v,off)) for v in(tot,bass,first,last)]),ton,conc,off
