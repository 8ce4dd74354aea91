// Reads a control input: range, unit, curve and choices.
#include "plug_inner.h"

#include <lv2/port-props/port-props.h>
#include <lv2/units/units.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Units and curves of aha/effect.h.
enum { no_unit, hertz, cents, decibels, milliseconds, seconds, choice, toggle };
enum { linear, logarithmic, stepped };

static float number(const LilvNode *node, float fallback) {
  bool is_number = node && (lilv_node_is_float(node) || lilv_node_is_int(node));
  float value = is_number ? lilv_node_as_float(node) : fallback;
  return isfinite(value) ? value : fallback;
}

static bool has(const LilvPlugin *plugin, const LilvPort *port, const char *property) {
  return lilv_port_has_property(plugin, port, plug_node(property));
}

static uint32_t unit_of(const LilvPlugin *plugin, const LilvPort *port) {
  static const char *const uris[] = {
    [hertz] = LV2_UNITS__hz, [cents] = LV2_UNITS__cent, [decibels] = LV2_UNITS__db,
    [milliseconds] = LV2_UNITS__ms, [seconds] = LV2_UNITS__s};
  LilvNode *unit = lilv_port_get(plugin, port, plug_node(LV2_UNITS__unit));
  uint32_t found = no_unit;
  for (uint32_t i = hertz; i <= seconds; i++)
    if (unit && lilv_node_equals(unit, plug_node(uris[i]))) found = i;
  lilv_node_free(unit);
  return found;
}

// The labels of the values 0, 1, 2, … if these are all points; "" otherwise.
static const char *choices_of(const LilvScalePoints *points, float maximum) {
  char text[2000] = "";
  int count = (int)lilv_scale_points_size(points);
  if (count != (int)maximum + 1) return "";
  for (int value = 0; value < count; value++) {
    const char *label = NULL;
    LILV_FOREACH(scale_points, i, points) {
      const LilvScalePoint *point = lilv_scale_points_get(points, i);
      if (number(lilv_scale_point_get_value(point), -1) == (float)value)
        label = lilv_node_as_string(lilv_scale_point_get_label(point));
    }
    size_t length = strlen(text);
    if (!label || strchr(label, ',') || length + strlen(label) + 2 > sizeof text) return "";
    if (value > 0) text[length++] = ',';
    strcpy(text + length, label);
  }
  return plug_unmap(NULL, plug_map(NULL, text));
}

// Whether all points of an enumeration are whole numbers; widens the range to contain them.
static bool add_points(const LilvScalePoints *points, plug_parameter *to) {
  bool is_whole = true;
  LILV_FOREACH(scale_points, i, points) {
    float value = number(lilv_scale_point_get_value(lilv_scale_points_get(points, i)), to->minimum);
    to->minimum = fminf(to->minimum, value);
    to->maximum = fmaxf(to->maximum, value);
    if (value != rintf(value)) is_whole = false;
  }
  return is_whole;
}

static void read_range(const LilvPlugin *plugin, const LilvPort *port, double rate,
                       plug_parameter *to) {
  LilvNode *standard, *minimum, *maximum;
  lilv_port_get_range(plugin, port, &standard, &minimum, &maximum);
  float factor = has(plugin, port, LV2_CORE__sampleRate) ? (float)rate : 1;
  to->minimum = number(minimum, 0) * factor;
  to->maximum = number(maximum, fmaxf(1, number(standard, 1))) * factor;
  to->standard = number(standard, to->minimum / factor) * factor;
  lilv_node_free(standard);
  lilv_node_free(minimum);
  lilv_node_free(maximum);
}

static void read_curve(const LilvPlugin *plugin, const LilvPort *port, plug_parameter *to) {
  LilvScalePoints *points = lilv_port_get_scale_points(plugin, port);
  bool is_choice = has(plugin, port, LV2_CORE__enumeration);
  bool is_whole = is_choice && points && add_points(points, to);
  to->is_smooth = !is_choice;
  if (has(plugin, port, LV2_CORE__toggled)) {
    *to = (plug_parameter){to->symbol, to->title, "", 0, 1, to->standard > 0, toggle, stepped, 0};
  } else if (is_whole || (!is_choice && has(plugin, port, LV2_CORE__integer))) {
    to->curve = stepped;
    to->minimum = ceilf(to->minimum);
    to->maximum = floorf(to->maximum);
    to->standard = rintf(to->standard);
    if (is_choice && to->minimum == 0) to->choices = choices_of(points, to->maximum);
    if (to->choices[0]) to->unit = choice;
  } else if (has(plugin, port, LV2_PORT_PROPS__logarithmic) && to->minimum > 0) {
    to->curve = logarithmic;
  }
  lilv_scale_points_free(points);
}

void plug_read_control(plug_layout *layout, const LilvPort *port, uint32_t index, double rate);

void plug_read_control(plug_layout *layout, const LilvPort *port, uint32_t index, double rate) {
  uint32_t place = layout->info.parameter_count++;
  plug_parameter *to = &layout->parameters[place];
  LilvNode *title = lilv_port_get_name(layout->plugin, port);
  to->symbol = layout->ports[index].symbol;
  to->title = plug_unmap(NULL, plug_map(NULL, title ? lilv_node_as_string(title) : to->symbol));
  to->choices = "";
  to->unit = unit_of(layout->plugin, port);
  lilv_node_free(title);
  read_range(layout->plugin, port, rate, to);
  read_curve(layout->plugin, port, to);
  if (!(to->minimum < to->maximum)) to->maximum = to->minimum + 1;
  to->standard = fminf(fmaxf(to->standard, to->minimum), to->maximum);
  layout->ports[index].value = to->standard;
  layout->parameter_ports[place] = index;
}
