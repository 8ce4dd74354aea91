import numpy as np,json,sys,os
from midi import *
import scipy.io.wavfile as wf
from multiprocessing import Pool
import drums
D='fit/data/'
def one(seed):
    rng=np.random.default_rng(seed);s=song(rng);x=render(*s[:3])
    x=x/ (abs(x).max()+1e-9)*rng.uniform(.1,.9);wf.write(D+f'k{seed:04d}.wav',22050,(x*32767).astype(np.int16))
    return f'k{seed:04d}.wav',int(s[3]),bool(s[4]),str(s[5])
def drum(seed):
    rng=np.random.default_rng(seed);bpm=float(np.exp(rng.uniform(np.log(60),np.log(200))))
    x,name=drums.render(rng,bpm);wf.write(D+f'd{seed:04d}.wav',22050,(x*32767).astype(np.int16))
    return f'd{seed:04d}.wav',bpm,name
if __name__=='__main__':
    os.makedirs(D,exist_ok=True)
    with Pool(2) as p:
        json.dump(p.map(one,range(500),10),open(D+'keys.json','w'))
        json.dump(p.map(drum,range(1000),10),open(D+'drums.json','w'))
