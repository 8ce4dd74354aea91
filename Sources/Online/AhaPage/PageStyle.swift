/// Styles of the pages. `--h` is the hue of a page.
enum PageStyle {
  static let common: StaticString = """
    :root{color-scheme:light dark;--a:oklch(.5 .15 var(--h));--on:#fff;\
    --bg:oklch(.985 .006 var(--h));--fg:#17171c;\
    --dim:#4c4c56;--line:#00000018;--card:#ffffffa6;--glow:.26}
    @media(prefers-color-scheme:dark){:root{--a:oklch(.82 .12 var(--h));--on:#111116;\
    --bg:oklch(.165 .012 var(--h));\
    --fg:#f3f3f7;--dim:#a9a9b5;--line:#ffffff1f;--card:#ffffff0d;--glow:.35}}
    *{box-sizing:border-box}
    [hidden]{display:none!important}
    html{-webkit-text-size-adjust:100%}
    body{margin:0;min-height:100vh;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,\
    -apple-system,\
    "Segoe UI",Roboto,"Noto Sans",Inter,"Liberation Sans",sans-serif;overflow-wrap:anywhere}
    main{position:relative;max-width:46rem;margin:0 auto;padding:clamp(1.25rem,6vw,\
    4.5rem) 1.25rem 1.5rem}
    h1{margin:0;font-size:clamp(1.7rem,5.5vw,2.6rem);line-height:1.12;letter-spacing:-.02em;\
    text-wrap:balance}
    h2{margin:0 0 .75rem;font-size:.8rem;letter-spacing:.08em;text-transform:uppercase;\
    color:var(--dim)}
    p{margin:0}
    a{color:inherit}
    ul{list-style:none;margin:0;padding:0}
    small,footer{font-size:.86rem;color:var(--dim)}
    footer{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;justify-content:space-between;\
    margin-top:2.5rem}
    :focus-visible{outline:3px solid var(--a);outline-offset:3px;border-radius:8px}
    img{display:block;object-fit:cover;background:var(--line)}

    """

  static let page: StaticString = """
    .glow{position:fixed;inset:-15% -10% auto;width:120%;height:85vh;\
    filter:blur(70px) saturate(1.6);\
    opacity:var(--glow);background:none;pointer-events:none;-webkit-mask:linear-gradient(#000,\
    transparent);\
    mask:linear-gradient(#000,transparent)}
    header{display:flex;gap:clamp(1.25rem,4vw,2.25rem);align-items:end;margin-bottom:1.75rem}
    header>div{min-width:0;flex:1}
    .cover{width:clamp(7rem,32vw,15rem);height:auto;aspect-ratio:1;border-radius:14px;\
    box-shadow:0 18px 50px -12px #0008}
    .by{font-size:1.1rem;margin-top:.45rem;color:var(--dim);font-weight:600}
    .about{margin-top:.8rem;white-space:pre-line}
    section{background:var(--card);border:1px solid var(--line);border-radius:18px;\
    padding:1.25rem;margin-top:1rem;\
    backdrop-filter:blur(20px)}
    audio{width:100%}
    audio:not([controls]){display:none}
    #wave{position:relative;height:112px}
    #wave svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible;fill:none;\
    stroke:currentColor;\
    stroke-width:2.2px;stroke-linecap:round}
    .off{color:color-mix(in oklab,var(--fg) 26%,transparent)}
    .on{color:var(--a);clip-path:inset(-4px calc(100% - 100%*var(--p,0)) -4px -4px)}
    #wave rect{fill:var(--a);stroke:none;opacity:.12}
    #player:has(#loop[aria-pressed=true]) #wave rect{opacity:.26}
    .preview #wave svg{visibility:hidden}
    .preview #wave{background:linear-gradient(var(--dim),var(--dim)) 0/100% 2px no-repeat}
    #seek{position:absolute;inset:0;width:100%;height:100%;margin:0;background:none;cursor:pointer;\
    -webkit-appearance:none;appearance:none;touch-action:pan-y}
    #seek::-webkit-slider-thumb{-webkit-appearance:none;width:2px;height:112px;\
    background:var(--fg);border-radius:1px}
    #seek::-moz-range-thumb{width:2px;height:112px;border:0;background:var(--fg);border-radius:1px}
    #seek::-moz-range-track{background:none}
    .bar{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;margin-top:1rem}
    .bar button{display:grid;place-items:center;width:2.75rem;height:2.75rem;padding:0;border:0;\
    border-radius:50%;\
    background:none;color:var(--dim);cursor:pointer;transition:background .15s,color .15s,\
    transform .15s}
    .bar button:hover{background:var(--line);color:var(--fg)}
    .bar button:focus-visible{border-radius:50%}
    .bar svg{width:22px;height:22px;fill:none;stroke:currentColor;stroke-width:2;\
    stroke-linecap:round;stroke-linejoin:round}
    #player #play{width:3.5rem;height:3.5rem;background:var(--a);color:var(--on)}
    #play:hover{transform:scale(1.05)}
    #play svg{fill:currentColor;width:26px;height:26px}
    .bar #loop[aria-pressed=true]{color:var(--a);background:color-mix(in oklab,var(--a) 16%,\
    transparent)}
    .playing .i0,#player:not(.playing) .i1,#mute[aria-pressed=true] .i0,\
    #mute[aria-pressed=false] .i1{display:none}
    .time{margin:0 auto 0 .5rem;font-variant-numeric:tabular-nums;color:var(--dim)}
    .time b{color:var(--fg);font-weight:600}
    #volume{width:6.5rem;height:1.5rem;margin:0;accent-color:var(--a);cursor:pointer}
    #note:not(:empty){margin-top:.75rem}
    dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:1rem 1.25rem;\
    margin:0}
    dt{font-size:.86rem;color:var(--dim)}
    dd{margin:0;font-weight:600}
    .get{display:grid;gap:.25rem;margin:0 -.6rem}
    .get a{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;padding:.55rem .6rem;\
    border-radius:10px;\
    text-decoration:none}
    .get a:hover{background:var(--line)}
    .get b{min-width:5.5rem}
    .get bdi{flex:1 1 5rem;color:var(--dim)}
    summary{cursor:pointer;margin-top:.75rem;font-size:.86rem;color:var(--dim)}
    pre{margin:.5rem 0 0;font-size:.78rem;overflow-x:auto;overflow-wrap:normal}
    @media(max-width:34rem){header{flex-direction:column;align-items:start}
    .cover{width:min(100%,17rem)}
    #wave svg{stroke-width:1.3px}
    #volume{display:none}}
    @media(prefers-reduced-motion){*{transition:none!important}}
    @media(forced-colors:active){.on{color:Highlight}#player #play{border:1px solid}}
    @media print{#ui,.glow{display:none}}
    :root:target body{min-height:0}
    :root:target main{max-width:none;padding:.75rem}
    :root:target header{margin:0;align-items:center;flex-direction:row;gap:1rem}
    :root:target .cover{width:4.5rem;border-radius:8px;box-shadow:none}
    :root:target h1{font-size:1.15rem}
    :root:target .by{font-size:1rem;margin:0}
    :root:target :is(.about,.glow,footer,section:not(#player)){display:none}
    :root:target #player{padding:.75rem;margin-top:.75rem}
    :root:target #wave{height:64px}
    :root:target .bar{margin-top:.5rem}

    """

  static let list: StaticString = """
    main{max-width:70rem}
    form{margin:1.25rem 0 0}
    input{font:inherit;width:min(100%,22rem);padding:.55rem 1rem;border:1px solid var(--line);\
    border-radius:99px;\
    background:var(--card);color:inherit}
    .list{display:grid;grid-template-columns:repeat(auto-fill,minmax(10.5rem,1fr));\
    gap:1.75rem 1.25rem;margin-top:2rem}
    .list li{content-visibility:auto;contain-intrinsic-size:auto 16rem}
    .list a{display:block;text-decoration:none}
    .list img,.none{width:100%;height:auto;aspect-ratio:1;border-radius:12px;margin-bottom:.6rem}
    .none{display:grid;place-items:center;background:var(--line);color:var(--dim);font-size:2.5rem}
    .list b,.list span{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;\
    overflow:hidden}
    .list b{line-height:1.3}
    .list a:hover b{text-decoration:underline}
    .list small{display:block}
    .list li{position:relative}
    button{font:inherit;padding:.45rem 1rem;border:1px solid var(--line);border-radius:99px;\
    background:var(--card);color:inherit;cursor:pointer}
    button:hover{background:var(--line)}
    .go{position:absolute;top:.5rem;right:.5rem;width:2.75rem;height:2.75rem;padding:0;border:0;\
    border-radius:50%;background:var(--a);color:var(--on)}
    .now b{color:var(--a)}
    #bar{position:sticky;bottom:0;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;\
    margin-top:1.5rem;padding:.75rem 0;background:var(--bg)}
    #bar b{flex:1 1 10rem}
    #bar audio{flex:2 1 16rem;height:2.75rem}
    @media print{.go,#bar,#all{display:none}}

    """
}
