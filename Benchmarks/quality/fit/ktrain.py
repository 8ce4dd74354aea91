import numpy as np,pickle
from midi import *;from key import *
from multiprocessing import Pool
def one(seed):
    rng=np.random.default_rng(seed);s=song(rng);x=render(*s[:3]);r=summary(x,22050)
    return s[3:],r
if __name__=='__main__':
    import sys
    with Pool(2) as p: data=p.map(one,range(int(sys.argv[1])),10)
    pickle.dump(data,open('kdata.pkl','wb'))
