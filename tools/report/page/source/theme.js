// Owns the colours of charts, in light and dark. Series colours keep 3:1 against the page and differ
// in lightness as well as in hue, so that they can be told apart without seeing colours.

export const kLight = {
  ink: "#1b2027", muted: "#55606d", line: "#d4d9e0", page: "#ffffff", panel: "#ffffff", idle: "#e6e9ee",
  parts: { compute: "#1f5fa8", launch: "#2a9d8f", wait: "#8a94a1", sync: "#a87000", exchange: "#b5300a" },
  series: ["#1f5fa8", "#c2410c", "#0f7b6c", "#8a3fa0", "#a87000", "#b3265e", "#4b7d1e", "#5a6b7d", "#0b87b8", "#7a5230", "#5952c9", "#3a3f47"],
  heatInk: ["#1b2027", "#ffffff"],
  heat: ["#f3e9d2", "#f1b973", "#e0764a", "#b33a5b", "#6d1f6f", "#2a0f54"],
};

export const kDark = {
  ink: "#e8ebf0", muted: "#a7b1be", line: "#38414d", page: "#12161c", panel: "#191f27", idle: "#242b34",
  parts: { compute: "#6aaef5", launch: "#2fb8a6", wait: "#8a95a3", sync: "#e3b341", exchange: "#ff8a5c" },
  series: ["#6aaef5", "#ff8a5c", "#4fc7b0", "#d48be6", "#e3b341", "#ff7fa8", "#9ccc65", "#a9b7c6", "#4fd0f0", "#cfa27a", "#a5a0ff", "#dfe4ea"],
  heatInk: ["#ffffff", "#1b2027"],
  heat: ["#43318a", "#71389a", "#a63c80", "#d9535a", "#f59a56", "#fce7a3"],
};

let printing = false;
export const setPrinting = (value) => { printing = value; };

export function colours() {
  const dark = !printing && window.matchMedia("(prefers-color-scheme: dark)").matches;
  return dark ? kDark : kLight;
}

// What every chart starts from.
export function baseOption(theme) {
  return {
    animation: false,
    textStyle: { fontFamily: "system-ui, sans-serif", fontSize: 12, color: theme.ink },
    color: theme.series,
    tooltip: {
      confine: true, backgroundColor: theme.panel, borderColor: theme.line,
      textStyle: { color: theme.ink, fontSize: 12 }, extraCssText: "max-width: 22rem; white-space: normal;",
    },
    legend: { textStyle: { color: theme.ink }, inactiveColor: theme.muted, icon: "roundRect", itemWidth: 12, itemHeight: 12 },
  };
}

export function axis(theme, more = {}) {
  const { axisLabel, nameTextStyle, ...rest } = more;
  return {
    axisLine: { show: true, lineStyle: { color: theme.muted } },
    axisTick: { lineStyle: { color: theme.muted } },
    splitLine: { lineStyle: { color: theme.line } },
    axisLabel: { color: theme.ink, hideOverlap: true, ...axisLabel },
    nameTextStyle: { color: theme.muted, ...nameTextStyle },
    nameLocation: "middle",
    ...rest,
  };
}
