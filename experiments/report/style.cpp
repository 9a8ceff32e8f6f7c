#include "experiments/report/style.h"

namespace tavlab {

std::string_view report_style() {
  return R"css(
:root {
  color-scheme: light dark;
  --paper: #fdfcf9; --panel: #ffffff; --ink: #22252a; --quiet: #626872; --rule: #dcdad3;
  --first: #d55e00; --second: #0072b2; --draw: #a8a8a8; --unfinished: #e8e4da;
  --on-first: #ffffff; --on-second: #ffffff; --on-draw: #1b1b1b; --on-unfinished: #1b1b1b;
  --s0: #0072b2; --s1: #d55e00; --s2: #009e73; --s3: #cc79a7; --s4: #e69f00; --s5: #56b4e9;
  --cell: #f3ead6; --camp: #e2d3b1; --line: #b9a983; --special: #8b7a52;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --panel: #1e2126; --ink: #e6e6e3; --quiet: #9aa1ab; --rule: #363b43;
    --first: #e69f00; --second: #56b4e9; --draw: #7d828a; --unfinished: #3a3f47;
    --on-first: #1b1b1b; --on-second: #10202c; --on-draw: #10141a; --on-unfinished: #e6e6e3;
    --s0: #56b4e9; --s1: #e69f00; --s2: #2cc79b; --s3: #e09cc3; --s4: #f0e442; --s5: #f08a4b;
    --cell: #3b362b; --camp: #544a35; --line: #6b6149; --special: #a8966a;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 1060px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { margin: .5rem 0; max-width: 46rem; }
.question { font-size: 1.08rem; white-space: pre-line; }
.quiet, figcaption, .small-print { color: var(--quiet); font-size: .88rem; }
.facts { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; margin: .9rem 0 0; padding: 0;
  list-style: none; color: var(--quiet); font-size: .92rem; }
.facts b { color: var(--ink); font-weight: 600; }
.brief { background: var(--panel); border: 1px solid var(--rule); border-radius: 10px;
  padding: .7rem 1.1rem; margin: 1.2rem 0; }
.brief ul { margin: .4rem 0; padding-left: 1.2rem; }
.verdict { font-size: 1.08rem; font-weight: 600; border-left: 4px solid var(--quiet); padding-left: .8rem; }
.verdict.supported { border-color: var(--s2); } .verdict.refuted { border-color: var(--s1); }
.notice { border-left: 4px solid var(--s4); padding: .2rem .9rem; margin: 1rem 0; }
figure { margin: .8rem 0 1.6rem; }
.scroll { overflow-x: auto; background: var(--panel); border: 1px solid var(--rule);
  border-radius: 10px; }
figure .scroll { padding: 14px 16px; }
figcaption { margin-top: .45rem; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; font-variant-numeric: tabular-nums; }
th, td { padding: .42rem .7rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--rule); vertical-align: baseline; }
th { font-weight: 600; color: var(--quiet); white-space: normal; vertical-align: bottom; }
th:first-child, td:first-child, td.left, th.left { text-align: left; }
td:first-child { position: sticky; left: 0; background: var(--panel); }
tbody tr:last-child td { border-bottom: 0; }
tr.section td { font-weight: 600; padding-top: .9rem; }
td.interval { color: var(--quiet); }
td .quiet { font-size: inherit; }
code, pre, .hash { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: .85rem; }
pre { background: var(--panel); border: 1px solid var(--rule); border-radius: 10px; overflow-x: auto;
  padding: .8rem 1rem; margin: .6rem 0; }
details { margin: .5rem 0; }
summary { cursor: pointer; color: var(--quiet); }
details table { font-size: .82rem; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); gap: 1.2rem; }
.boards figure { margin: 0; }
svg { display: block; width: 100%; height: auto; }
svg.wide { min-width: 560px; }
svg.narrow { display: none; }
svg text { fill: var(--ink); font: 13.5px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
  sans-serif; font-variant-numeric: tabular-nums; }
svg text.small { fill: var(--quiet); font-size: 12px; }
svg text.strong { font-weight: 600; }
svg text.over { paint-order: stroke; stroke: var(--panel); stroke-width: 5px; }
svg .grid { stroke: var(--rule); stroke-width: 1; }
svg .axis { stroke: var(--quiet); stroke-width: 1; }
svg .break { stroke: var(--rule); stroke-width: 1; stroke-dasharray: 2 4; }
svg .even { stroke: var(--quiet); stroke-width: 1.5; stroke-dasharray: 5 4; }
svg .bar { stroke-width: 2.5; } svg .cap { stroke-width: 1.8; }
svg .crossing { stroke-width: 4; opacity: .85; }
svg .curve { stroke-width: 1.6; fill: none; opacity: .75; }
svg .dashed { stroke-dasharray: 7 4; }
svg .region { fill: var(--s2); opacity: .14; }
svg .band { stroke: none; opacity: .2; }
svg .band.s0 { fill: var(--s0); } svg .band.s1 { fill: var(--s1); } svg .band.s2 { fill: var(--s2); }
svg .band.s3 { fill: var(--s3); } svg .band.s4 { fill: var(--s4); } svg .band.s5 { fill: var(--s5); }
svg .trend { stroke: var(--quiet); stroke-width: 1.2; fill: none; stroke-dasharray: 3 3; }
svg .dot { stroke: var(--panel); stroke-width: 1.2; }
svg .s0 { stroke: var(--s0); } svg .s1 { stroke: var(--s1); } svg .s2 { stroke: var(--s2); }
svg .s3 { stroke: var(--s3); } svg .s4 { stroke: var(--s4); } svg .s5 { stroke: var(--s5); }
svg .dot.s0 { fill: var(--s0); } svg .dot.s1 { fill: var(--s1); } svg .dot.s2 { fill: var(--s2); }
svg .dot.s3 { fill: var(--s3); } svg .dot.s4 { fill: var(--s4); } svg .dot.s5 { fill: var(--s5); }
svg .dot.s0, svg .dot.s1, svg .dot.s2, svg .dot.s3, svg .dot.s4, svg .dot.s5 { stroke: var(--panel); }
svg .first { fill: var(--first); } svg .second { fill: var(--second); }
svg .draw { fill: var(--draw); }
svg .unfinished { fill: var(--unfinished); stroke: var(--quiet); stroke-width: 1; stroke-dasharray: 3 2; }
svg text.on-first { fill: var(--on-first); } svg text.on-second { fill: var(--on-second); }
svg text.on-draw { fill: var(--on-draw); } svg text.on-unfinished { fill: var(--on-unfinished); }
svg .histogram { fill: var(--s0); opacity: .22; }
svg .whisker { stroke: var(--s0); stroke-width: 1.6; }
svg .box { stroke: var(--s0); stroke-width: 6; opacity: .6; }
svg .median { fill: var(--panel); stroke: var(--s0); stroke-width: 2.4; }
svg .cell { fill: var(--cell); stroke: var(--line); stroke-width: 1; }
svg .camp { fill: var(--camp); }
svg .special { stroke: var(--special); stroke-width: 1.6; }
svg .throne { fill: none; stroke: var(--special); stroke-width: 1.6; }
svg .piece-first { fill: #2b2723; stroke: #f3ead6; stroke-width: 1; }
svg .piece-second { fill: #fffdf6; stroke: #2b2723; stroke-width: 1.8; }
svg .piece-king { fill: #fffdf6; stroke: #2b2723; stroke-width: 3; }
svg .cross { stroke: #2b2723; stroke-width: 3; }
svg text.figure { font-size: 12.5px; font-weight: 600; }
svg text.on-light { fill: #2b2723; } svg text.on-dark { fill: #f3ead6; }
svg text.count { font-size: 10px; font-weight: 700; fill: var(--ink); paint-order: stroke;
  stroke: var(--cell); stroke-width: 3px; }
svg .moved { fill: var(--s4); opacity: .45; }
svg .likely { fill: var(--s0); }
.replay .note { font-size: .85rem; min-height: 3.2em; }
svg.symbols { position: absolute; width: 0; height: 0; }
.replay .controls { display: flex; gap: .35rem; align-items: center; margin: .5rem 0 .2rem; }
.replay button { font: inherit; font-size: .85rem; padding: .25rem .6rem; color: var(--ink);
  background: var(--panel); border: 1px solid var(--rule); border-radius: 6px; cursor: pointer; }
.replay input { flex: 1; min-width: 3rem; accent-color: var(--s0); }
.replay .at { font-variant-numeric: tabular-nums; font-size: .9rem; min-height: 1.5em; }
svg .mark-first { fill: #f3ead6; } svg .mark-second { fill: #2b2723; }
@media (max-width: 560px) { main { padding: 18px 12px 40px; } h1 { font-size: 1.4rem; }
  figure .scroll { padding: 8px; } svg.wide { display: none; } svg.narrow { display: block; } }
@media print {
  :root { color-scheme: light;
    --paper: #ffffff; --panel: #ffffff; --ink: #000000; --quiet: #444444; --rule: #cccccc;
    --first: #d55e00; --second: #0072b2; --draw: #a8a8a8; --unfinished: #eeeeee;
    --on-first: #ffffff; --on-second: #ffffff; --on-draw: #000000; --on-unfinished: #000000;
    --s0: #0072b2; --s1: #d55e00; --s2: #009e73; --s3: #cc79a7; --s4: #e69f00; --s5: #56b4e9;
    --cell: #f3ead6; --camp: #e2d3b1; --line: #b9a983; --special: #8b7a52; }
  .replay .controls { display: none; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
  figure, .brief, tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; border: 0; } table { font-size: 7.2pt; }
  th, td { padding: .25rem .3rem; } svg.wide { display: block; min-width: 0; }
  svg.narrow { display: none; }
}
)css";
}

}  // namespace tavlab
