import json,numpy as np,sys
D={json.loads(l)['file'].split('/')[-1]:json.loads(l) for l in open('fit/data.json')}
ks=json.load(open('fit/data/keys.json'))
KKM=np.array([6.35,2.23,3.48,2.33,4.38,4.09,2.52,5.19,2.39,3.66,2.29,2.88]);KKN=np.array([6.33,2.68,3.52,5.38,2.60,3.53,2.54,4.75,3.98,2.69,3.34,3.17])
z=lambda v:(v-v.mean())/v.std()
def feats(c):
    c=np.array(c).reshape(4,12);return np.sqrt(c)  # compress
X=np.array([feats(D[f]['chroma']) for f,*_ in ks]);R=np.array([r for _,r,*_ in ks]);M=np.array([int(m) for _,_,m,_ in ks])
kind=[k[3] for k in ks]
# rotated: for each key candidate (24): vector 48 features w/ mode
def expand(X):
    return np.stack([np.roll(X,-r,axis=2).reshape(len(X),48) for r in range(12)],1) # n,12,48
E=expand(X)
def scores(w,E): # w: 2x48 + bias
    return np.concatenate([E@w[0]+w[2][0],E@w[1]],1)
def mirex(p,R,M):
    r,m=p%12,p//12
    s=np.zeros(len(p))
    for i in range(len(p)):
        if r[i]==R[i] and m[i]==M[i]: s[i]=1
        elif m[i]==M[i] and (r[i]-R[i])%12 in(7,5): s[i]=.5
        elif m[i]!=M[i] and ((M[i]==0 and r[i]==(R[i]+9)%12) or (M[i]==1 and r[i]==(R[i]+3)%12)): s[i]=.3
        elif r[i]==R[i]: s[i]=.2
    return s.mean()
def fit(E,y,l2,w0,it=2500):
    w=[w0[0].copy(),w0[1].copy(),np.zeros(1)];th=np.concatenate([w[0],w[1],w[2]]);t0=th.copy();m=np.zeros_like(th);v=np.zeros_like(th)
    for i in range(it):
        s=scores((th[:48],th[48:96],th[96:]),E);s-=s.max(1,keepdims=True);p=np.exp(s);p/=p.sum(1,keepdims=True);p[np.arange(len(y)),y]-=1
        g=np.concatenate([np.einsum('nk,nkd->d',p[:,:12],E),np.einsum('nk,nkd->d',p[:,12:],E),[p[:,:12].sum()]])/len(y)+l2*(th-t0)
        m=.9*m+.1*g;v=.99*v+.01*g*g;th-=.05*m/(np.sqrt(v)+1e-8)
    return th[:48],th[48:96],th[96:]
y=R+12*M
w0=[np.concatenate([3*z(KKM),.5*z(KKM),.5*z(KKM),.5*z(KKM)]),np.concatenate([3*z(KKN),.5*z(KKN),.5*z(KKN),.5*z(KKN)])]
p=scores((w0[0],w0[1],[0]),E).argmax(1);print('KK',(p==y).mean(),mirex(p,R,M))
for l2 in(3e-4,1e-3,3e-3):
    acc=[];mx=[]
    for k in range(5):
        t=np.arange(len(y))%5==k;w=fit(E[~t],y[~t],l2,w0);p=scores(w,E[t]).argmax(1);acc.append((p==y[t]).mean());mx.append(mirex(p,R[t],M[t]))
    print(l2,np.mean(acc),np.mean(mx))
w=fit(E,y,1e-3,w0);p=scores(w,E).argmax(1);print('all',(p==y).mean(),mirex(p,R,M))
for k in('chords','melody','both'):
    i=np.array(kind)==k;print(k,(p==y)[i].mean())
np.savez('kw.npz',*w)
def info(d):
    c=feats(d['chroma']);s=scores(w,expand(c[None]))[0];q=np.exp(s-s.max());q/=q.sum();b=int(s.argmax())
    c0=np.array(d['chroma'][:12]);ent=-(c0*np.log(c0+1e-9)).sum()/np.log(12)
    return d['share'],d['agree'],q.max(),ent,b
if __name__=='__main__':
    for l in open('fit/loops.json'):
        d=json.loads(l);print(d['file'].split('/')[-1].ljust(28),*np.round(info(d),2))
    A=np.array([info(D[f]) for f,*_ in ks]);print('keys pct',np.round(np.percentile(A[:,:4],[0,1,3,5,10,50,90,99,100],axis=0),2))
    dr=json.load(open('fit/data/drums.json'))
    B=np.array([info(D[f]) for f,*_ in dr]);print('drums pct',np.round(np.percentile(B[:,:4],[0,5,10,50,60,70,80,90,99,100],axis=0),2))
    i=np.argsort(A[:,0])[:25];print(np.round(A[i],2));print([kind[j] for j in i])
