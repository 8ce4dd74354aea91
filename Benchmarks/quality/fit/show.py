import json,sys
for l in sys.stdin:
    d=json.loads(l)
    print(d['file'].split('/')[-1].ljust(26),f"{d['bpm']:.2f} c{d['conf']:.2f}",[(round(a,1),round(b,2)) for a,b in d['cand'][:3]],f"share {d['share']:.2f} agree {d['agree']:.2f} key {d['root']}{'m' if d['minor'] else ''} {'atonal' if d['atonal'] else ''} {d['kconf']:.2f} on {d['onsets']} lead {d['lead']} trail {d['trail']} loud {d['loud']:.1f} st {d['st']:.1f} lra {d['lra']:.1f} tp {d['tp']:.2f}",[round(x,3) for x in d['on'][:4]],[(l[0],l[1],round(l[2],2)) for l in d['loops'][:2]],d['frames'])
