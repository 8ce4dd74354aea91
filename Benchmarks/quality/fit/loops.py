import numpy as np,subprocess,glob,sys
from tempo import *
def load(f,sr=None,extra=[]):
    r=int(subprocess.run(['ffprobe','-v','error','-show_entries','stream=sample_rate','-of','csv=p=0',f],capture_output=True,text=True).stdout.split()[0])
    sr=sr or r
    d=subprocess.run(['ffmpeg','-v','error','-i',f,*extra,'-ac','1','-ar',str(sr),'-f','f32le','-'],capture_output=True).stdout
    return np.frombuffer(d,np.float32).astype(float),sr
if __name__=='__main__':
    w=np.load('w.npy')
    for f in sorted(glob.glob('/usr/share/lmms/samples/beats/*'))+sorted(glob.glob('/usr/share/lmms/samples/bassloops/*'))+sorted(glob.glob('/usr/share/lmms/samples/latin/*')):
        x,sr=load(f);E,fr=envelope(x,sr);out=[]
        for circ in (0,1):
            if circ: 
                n=int(len(x)/int(round(sr/ENVHZ)));e=E[:n]
            else: e=E
            A=acf(e,circular=circ);C=candidates(A,fr)
            if C:
                s=[features(A,l,fr)@w for l in C];i=int(np.argmax(s));out.append(f"{60*fr/refine(A,C[i]):7.2f} acf {at(A,C[i])[3]:.2f}")
            else: out.append('   none         ')
        T=len(x)/sr
        print(f.split('/')[-1].ljust(22),f"{T:6.3f}s",*out,' 4beats',f"{240/T:.2f} 8beats {480/T:.2f} 16: {960/T:.2f}")
