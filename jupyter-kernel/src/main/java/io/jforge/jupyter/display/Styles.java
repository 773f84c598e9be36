package io.jforge.jupyter.display;

/// The look of forge's outputs, in notebooks light and dark: it takes the page's own text colour and adds little.
final class Styles {
    static final String SHEET = """
            <style>
            .jforge{font-size:13.5px;line-height:1.45;margin:4px 0}
            .jforge p{margin:.3em 0}
            .jforge .jf-headline{font-size:1.2em;font-weight:600}
            .jforge .jf-title{font-weight:600;margin-top:.4em}
            .jforge .jf-note{opacity:.72;max-width:75em}
            .jforge .jf-warning{border-left:4px solid #e67700;padding:.2em .8em;max-width:75em}
            .jforge table.jf-table,.jforge table.jf-facts{border-collapse:collapse;margin:.5em 0;border:0;font-size:1em}
            .jforge .jf-table th,.jforge .jf-table td{padding:.3em .9em;text-align:right;border:0;white-space:nowrap;
              border-bottom:1px solid rgba(127,127,127,.28);background:none;font-variant-numeric:tabular-nums}
            .jforge .jf-table th{font-weight:600;opacity:.8;border-bottom-width:2px}
            .jforge .jf-table .jf-l{text-align:left;white-space:normal;max-width:34em}
            .jforge .jf-table th.jf-l:first-child{min-width:13em}
            .jforge .jf-table .jf-l:last-child{min-width:11em}
            .jforge .jf-table .jf-line{white-space:nowrap}
            .jforge .jf-table .jf-dim{opacity:.66}
            .jforge .jf-table tr.jf-best td{font-weight:600;background:rgba(12,133,153,.12)}
            .jforge .jf-table tr.jf-worse td{font-weight:600;background:rgba(201,42,42,.12)}
            .jforge .jf-table tr.jf-skipped td{opacity:.6}
            .jforge .jf-scroll{overflow-x:auto}
            .jforge .jf-data caption{caption-side:top;text-align:left;font-weight:600;padding:.2em .9em;color:inherit}
            .jforge .jf-data th.jf-l:first-child,.jforge .jf-data .jf-l:last-child{min-width:0}
            .jforge .jf-data td.jf-l{overflow-wrap:anywhere}
            .jforge .jf-facts th{text-align:left;vertical-align:top;padding:.1em 1.2em .1em 0;opacity:.7;border:0}
            .jforge .jf-facts td{text-align:left;border:0;padding:.1em 0}
            .jforge .jf-facts pre{margin:0;white-space:pre-wrap;background:none;border:0;padding:0;font-size:.95em}
            .jforge ol.jf-way{margin:.3em 0 .6em;padding-left:1.8em}
            .jforge .jf-time{opacity:.66;font-variant-numeric:tabular-nums}
            .jforge pre.jf-source{font-size:12.5px;line-height:1.42;padding:.8em 1em;border-radius:6px;overflow:auto;
              max-height:36em;background:rgba(127,127,127,.09);border:1px solid rgba(127,127,127,.2);white-space:pre}
            .jforge .k{color:#8f3f97}.jforge .t{color:#0b7285}.jforge .f{color:#1864ab}.jforge .s{color:#2b8a3e}
            .jforge .n{color:#c2410c}.jforge .c{color:#868e96;font-style:italic}.jforge .a{color:#a61e4d}
            .jforge .jf-bar{height:9px;border-radius:5px;background:rgba(127,127,127,.22);overflow:hidden;max-width:640px}
            .jforge .jf-bar>div{height:100%;border-radius:5px;background:#0c8599}
            .jforge .jf-bar.jf-done>div{background:#2b8a3e}
            </style>
            """;

    private Styles() {}
}
