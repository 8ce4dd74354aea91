import numpy as np,sys,pickle
from drums import *; from tempo import *
from multiprocessing import Pool
def one(seed):
    rng=np.random.default_rng(seed);bpm=float(np.exp(rng.uniform(np.log(60),np.log(200))))
    x,name=render(rng,bpm);E,fr=envelope(x,SR);A=acf(E);C=candidates(A,fr)
    X=[features(A,l,fr) for l in C];bp=[60*fr/refine(A,l) for l in C]
    return bpm,name,np.array(X),np.array(bp)
def fit(data,l2=.02,it=3000):
    D=[(X,np.abs(b/t-1)<.02) for t,n,X,b in data if len(X)]
    D=[(X,y) for X,y in D if y.any()]
    m=max(len(X) for X,y in D);d=D[0][0].shape[1]
    T=np.zeros((len(D),m,d));Y=np.zeros((len(D),m));M=np.full((len(D),m),-1e9)
    for i,(X,y) in enumerate(D): T[i,:len(X)]=X;Y[i,:len(X)]=y;M[i,:len(X)]=0
    w=np.zeros(d);mo=np.zeros(d);v=np.zeros(d)
    for i in range(it):
        s=T@w+M;s-=s.max(1,keepdims=True);p=np.exp(s);p/=p.sum(1,keepdims=True)
        q=p*Y;q/=q.sum(1,keepdims=True)+1e-12
        g=np.einsum('nm,nmd->d',p-q,T)/len(D)+l2*w*1e-1
        mo=.9*mo+.1*g;v=.99*v+.01*g*g;w-=.03*mo/(np.sqrt(v)+1e-6)
    return w
def test(data,w):
    ok=0;miss=0;bad={}
    for t,n,X,b in data:
        if len(X)==0: bad[n]=bad.get(n,0)+1;continue
        e=b[np.argmax(X@w)]
        if abs(e-t)<.5: ok+=1
        else: bad.setdefault(n,[]).append((round(t,1),round(float(e),1)))
        if not (abs(b-t)<.5).any(): miss+=1
    return ok/len(data),miss,bad
if __name__=='__main__':
    with Pool(2) as p: data=p.map(one,range(1400),20)
    pickle.dump(data,open('data.pkl','wb'))
    w=fit(data[:1000]);print(test(data[:1000],w)[:2]);r=test(data[1000:],w);print(r[:2]);print(r[2])
    np.save('w.npy',w);print(np.round(w[:-2].reshape(len(RAT),4),1),w[-2:])
