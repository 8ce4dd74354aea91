import numpy as np
EDGES=np.array([30,60,100,150,210,290,390,510,660,850,1080,1370,1720,2150,2700,3400,4300,5400,6800,8400,10000.])
GROUP=np.array([0,0,0]+[1]*11+[2]*6)
ENVHZ=44100/256
LAGS=1200
def envelope(x,sr):
    hop=int(round(sr/ENVHZ)); n=1<<int(round(np.log2(sr*1024/44100)))
    fr=sr/hop
    if len(x)<n: x=np.concatenate([x,np.zeros(n-len(x))])
    pad=np.concatenate([np.zeros(n//2),x,np.zeros(n//2)])
    T=(len(pad)-n)//hop+1
    w=np.hanning(n+1)[:n]
    idx=np.arange(n)[None]+hop*np.arange(T)[:,None]
    P=np.abs(np.fft.rfft(pad[idx]*w/ (n/4),axis=1))**2
    hz=np.arange(n//2+1)*sr/n
    B=np.zeros((T,20))
    for b in range(20):
        a=max(1,int(round(EDGES[b]*n/sr)));e=max(a+1,int(round(EDGES[b+1]*n/sr)));e=min(e,n//2+1)
        if a<e: B[:,b]=P[:,a:e].sum(1)
    tot=B.sum(1); pk=np.maximum.accumulate(tot)
    fl=(1e-5*pk+1e-11)[:,None]/4
    L=np.log(B+fl)
    D=np.zeros_like(L);D[2:]=np.maximum(0,L[2:]-L[:-2])
    # first two frames: no onset
    D=np.minimum(D,6)
    E=np.stack([D[:,GROUP==g].mean(1) for g in range(3)],1)
    return E,fr
def acf(E,lags=LAGS,circular=False):
    """normalized, unbiased, mean taken out; columns: low, mid, high, all"""
    E=np.concatenate([E,E.mean(1,keepdims=True)],1)
    N=len(E);out=np.zeros((lags,4))
    for b in range(4):
        e=E[:,b]-E[:,b].mean()
        if circular:
            F=np.fft.rfft(e);a=np.fft.irfft(abs(F)**2,N);a=a[np.arange(lags)%N]
        else:
            F=np.fft.rfft(e,2*max(N,lags));a=np.fft.irfft(abs(F)**2)[:lags]
            cnt=np.maximum(N-np.arange(lags),1);a=a*N/cnt
            a[np.arange(lags)>N*.8]=0
        if a[0]>1e-9: out[:,b]=a/a[0]
    k=np.array([.25,.5,.25])
    return np.stack([np.convolve(out[:,b],k,'same') for b in range(4)],1)
RAT=[1/4,1/3,1/2,2/3,3/4,1,4/3,3/2,2,3,4]
def at(A,lag,tol=.012):
    lo=max(1,int(np.floor(lag*(1-tol)-.5)));hi=int(np.ceil(lag*(1+tol)+.5))
    if hi>=len(A): return np.zeros(4)
    return A[lo:hi+1].max(0)
def features(A,lag,fr):
    f=[at(A,lag*r) for r in RAT]
    p=np.log2(lag/fr/.5)
    return np.concatenate([np.array(f).ravel(),[p,p*p]])
def candidates(A,fr,lo=45,hi=240,k=14):
    a=A[:,3]; c=[]
    L=np.arange(int(60*fr/hi),min(int(60*fr/lo)+2,len(a)-1))
    for l in L:
        if a[l]>=a[l-1] and a[l]>a[l+1]:
            d=(a[l-1]-a[l+1])/(2*(a[l-1]-2*a[l]+a[l+1])+1e-12)
            c.append((a[l],l+d))
    c.sort(reverse=True)
    return [l for v,l in c[:k] if v>0]
def refine(A,lag):
    """the lag whose multiples are peaks"""
    a=A[:,3];best=lag
    k=1
    while True:
        # the next multiple
        k2=k+1
        if best*k2>=len(a)-3 or k2>12: break
        c=best*k2; w=max(2,.02*best if k2<4 else 3)
        lo=int(round(c-w));hi=int(round(c+w));hi=min(hi,len(a)-2)
        i=lo+int(np.argmax(a[lo:hi+1]))
        if a[i]<.25*a[int(round(lag))]: k=k2; continue
        d=0
        if a[i]>=a[i-1] and a[i]>=a[i+1]:
            d=(a[i-1]-a[i+1])/(2*(a[i-1]-2*a[i]+a[i+1])-1e-12)
            best=(i+d)/k2
        k=k2
    return best
