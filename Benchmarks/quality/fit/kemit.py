import numpy as np
W=np.load('kw.npz');a,b,c=W['arr_0'],W['arr_1'],W['arr_2']
print(np.round(a.reshape(4,12),1));print(np.round(b.reshape(4,12),1),c)
q=lambda v:np.clip(np.round(v*10),-127,127).astype(int)
def rows(v):
    return "\n".join("    "+" ".join(f"{x}," for x in r) for r in q(v).reshape(4,12))
open('Sources/AhaAnalysis/KeyWeights.swift','w').write(f'''/// What the shares of the twelve notes, from the keynote up, say for a major and for a minor key.
///
/// Fitted by maximum likelihood on five hundred progressions and melodies in all keys, from the
/// profiles of Krumhansl and Kessler (1982). Units: tenths. Rows: all, bass, first and last notes.
enum KeyWeights {{
  static let major: [Int8] = [
{rows(a)}
  ]
  static let minor: [Int8] = [
{rows(b)}
  ]
  /// For major, whatever the notes.
  static let bias: Float = {c[0]:.2f}
}}
''')
