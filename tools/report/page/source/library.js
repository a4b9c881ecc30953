// Owns which parts of the chart library the page carries.
import * as echarts from "echarts/core";
import { BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart } from "echarts/charts";
import { GridComponent, LegendScrollComponent, MarkLineComponent, TooltipComponent, VisualMapContinuousComponent } from "echarts/components";
import { SVGRenderer } from "echarts/renderers";

echarts.use([
  BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart,
  GridComponent, LegendScrollComponent, MarkLineComponent, TooltipComponent, VisualMapContinuousComponent,
  SVGRenderer,
]);

export { echarts };
