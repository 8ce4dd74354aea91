/* Prints the size of every public structure, the offset and size of every field, and the value of
 * every constant. A field that is missing here shows as a gap. */
#include <aha.h>
#include <stdio.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(*(array)))

typedef struct { const char *name; size_t offset, size; } field;

/* Prints one structure; its fields must fill it from the first byte to the last. */
static int print_struct(const char *name, size_t size, const field *fields, size_t count) {
  size_t end = 0;
  printf("struct %s %zu\n", name, size);
  for (size_t i = 0; i < count; i++) {
    printf("  %s at %zu size %zu\n", fields[i].name, fields[i].offset, fields[i].size);
    if (fields[i].offset != end) return fprintf(stderr, "%s: gap at %zu\n", name, end), 1;
    end += fields[i].size;
  }
  if (end != size) return fprintf(stderr, "%s: %zu bytes are no field's\n", name, size - end), 1;
  return 0;
}

#define FIELD(name) { #name, offsetof(TYPE, name), sizeof ((TYPE *)0)->name }
#define PRINT(name, ...) do { \
    static const field fields[] = {__VA_ARGS__}; \
    bad |= print_struct(#name, sizeof(name), fields, COUNT_OF(fields)); \
  } while (0)

static int print_making(void) {
  int bad = 0;
#define TYPE aha_engine_options
  PRINT(aha_engine_options, FIELD(struct_size), FIELD(sample_rate), FIELD(channels),
        FIELD(max_players), FIELD(max_buses), FIELD(event_capacity), FIELD(ramp_ms),
        FIELD(offline), FIELD(max_effects), FIELD(no_limiter), FIELD(threads));
#undef TYPE
#define TYPE aha_sound_options
  PRINT(aha_sound_options, FIELD(struct_size), FIELD(mode), FIELD(read_ahead_ms), FIELD(max_frames),
        FIELD(max_bytes), FIELD(accept_damaged), FIELD(reserved));
#undef TYPE
#define TYPE aha_player_options
  PRINT(aha_player_options, FIELD(struct_size), FIELD(gain_db), FIELD(pan), FIELD(loop_count),
        FIELD(reserved));
#undef TYPE
#define TYPE aha_encode_options
  PRINT(aha_encode_options, FIELD(struct_size), FIELD(container), FIELD(encoding),
        FIELD(sample_rate), FIELD(dither), FIELD(quality), FIELD(reserved));
#undef TYPE
#define TYPE aha_recorder_options
  PRINT(aha_recorder_options, FIELD(struct_size), FIELD(split_frames), FIELD(split_bytes),
        FIELD(minimum_free_bytes), FIELD(ring_ms), FIELD(pre_roll_ms), FIELD(warn_seconds),
        FIELD(free_share), FIELD(replace), FIELD(reserved));
#undef TYPE
#define TYPE aha_recorder_status
  PRINT(aha_recorder_status, FIELD(struct_size), FIELD(frames), FIELD(first_frame),
        FIELD(overrun_frames), FIELD(lost_frames), FIELD(bytes), FIELD(remaining_seconds),
        FIELD(state), FIELD(reason), FIELD(result), FIELD(file_count));
#undef TYPE
#define TYPE aha_recorder_meter
  PRINT(aha_recorder_meter, FIELD(struct_size), FIELD(peak_left_db), FIELD(peak_right_db));
#undef TYPE
#define TYPE aha_recovered_take
  PRINT(aha_recovered_take, FIELD(struct_size), FIELD(frames), FIELD(lost_frames), FIELD(seconds),
        FIELD(sample_rate), FIELD(channels), FIELD(container), FIELD(encoding), FIELD(result),
        FIELD(reserved));
#undef TYPE
#define TYPE aha_stretch_options
  PRINT(aha_stretch_options, FIELD(struct_size), FIELD(speed), FIELD(cents), FIELD(formant),
        FIELD(reserved));
#undef TYPE
#define TYPE aha_modulation_options
  PRINT(aha_modulation_options, FIELD(struct_size), FIELD(waveform), FIELD(rate_hz), FIELD(depth),
        FIELD(duration_s), FIELD(seed), FIELD(reserved));
#undef TYPE
#define TYPE aha_device_options
  PRINT(aha_device_options, FIELD(struct_size), FIELD(id), FIELD(direction), FIELD(block_frames),
        FIELD(latency_ms), FIELD(channels), FIELD(on_loss), FIELD(reserved));
#undef TYPE
#define TYPE aha_input_options
  PRINT(aha_input_options, FIELD(struct_size), FIELD(sample_rate), FIELD(channels),
        FIELD(latency_frames), FIELD(shares_clock));
#undef TYPE
#define TYPE aha_stream_callbacks
  PRINT(aha_stream_callbacks, FIELD(struct_size), FIELD(read), FIELD(write), FIELD(seek),
        FIELD(length));
#undef TYPE
  return bad;
}

static int print_telling(void) {
  int bad = 0;
#define TYPE aha_engine_stats
  PRINT(aha_engine_stats, FIELD(struct_size), FIELD(frames), FIELD(active_players),
        FIELD(underruns), FIELD(nonfinite_samples), FIELD(lost_events), FIELD(refused_renders));
#undef TYPE
#define TYPE aha_bus_meter
  PRINT(aha_bus_meter, FIELD(struct_size), FIELD(peak_left), FIELD(peak_right), FIELD(rms_left),
        FIELD(rms_right));
#undef TYPE
#define TYPE aha_event
  PRINT(aha_event, FIELD(struct_size), FIELD(kind), FIELD(result), FIELD(frame), FIELD(source),
        FIELD(value), FIELD(line));
#undef TYPE
#define TYPE aha_job_progress
  PRINT(aha_job_progress, FIELD(struct_size), FIELD(fraction), FIELD(frames_done),
        FIELD(frames_total), FIELD(bytes_done), FIELD(result), FIELD(reserved), FIELD(elapsed_us),
        FIELD(remaining_us));
#undef TYPE
#define TYPE aha_sound_info
  PRINT(aha_sound_info, FIELD(struct_size), FIELD(frames), FIELD(claimed_frames), FIELD(seconds),
        FIELD(file_bytes), FIELD(memory_bytes), FIELD(sample_rate), FIELD(channels),
        FIELD(container), FIELD(encoding), FIELD(bits), FIELD(mode));
#undef TYPE
#define TYPE aha_device_info
  PRINT(aha_device_info, FIELD(struct_size), FIELD(id), FIELD(name), FIELD(host_api),
        FIELD(max_inputs), FIELD(max_outputs), FIELD(default_sample_rate),
        FIELD(is_default_input), FIELD(is_default_output), FIELD(low_latency_ms),
        FIELD(high_latency_ms), FIELD(reserved));
#undef TYPE
#define TYPE aha_input_status
  PRINT(aha_input_status, FIELD(struct_size), FIELD(frames), FIELD(underruns), FIELD(skips),
        FIELD(held_frames), FIELD(drift_ppm), FIELD(reserved));
#undef TYPE
#define TYPE aha_device_status
  PRINT(aha_device_status, FIELD(struct_size), FIELD(state), FIELD(sample_rate), FIELD(channels),
        FIELD(block_frames), FIELD(frames), FIELD(blocks), FIELD(underruns), FIELD(overruns),
        FIELD(gaps), FIELD(late_blocks), FIELD(losses), FIELD(latency_ms), FIELD(longest_gap_ms),
        FIELD(render_mean_ms), FIELD(render_max_ms), FIELD(render_share_999), FIELD(reserved));
#undef TYPE
#define TYPE aha_effect_info
  PRINT(aha_effect_info, FIELD(struct_size), FIELD(kind), FIELD(parameter_count), FIELD(name),
        FIELD(title), FIELD(summary));
#undef TYPE
#define TYPE aha_parameter_info
  PRINT(aha_parameter_info, FIELD(struct_size), FIELD(name), FIELD(title), FIELD(choices),
        FIELD(minimum), FIELD(maximum), FIELD(default_value), FIELD(smoothing_ms), FIELD(unit),
        FIELD(curve), FIELD(parameter), FIELD(reserved));
#undef TYPE
  return bad;
}

static int print_projects(void) {
  int bad = 0;
#define TYPE aha_project_options
  PRINT(aha_project_options, FIELD(struct_size), FIELD(read_only), FIELD(read_when_in_use),
        FIELD(busy_ms), FIELD(max_undo_steps));
#undef TYPE
#define TYPE aha_project_settings
  PRINT(aha_project_settings, FIELD(struct_size), FIELD(tempo_bpm), FIELD(beats_per_bar),
        FIELD(beat_unit), FIELD(sample_rate), FIELD(reserved));
#undef TYPE
#define TYPE aha_track
  PRINT(aha_track, FIELD(struct_size), FIELD(bus), FIELD(start_us), FIELD(loop_begin_us),
        FIELD(loop_end_us), FIELD(loop_count), FIELD(gain_db), FIELD(pan), FIELD(muted),
        FIELD(soloed), FIELD(reserved));
#undef TYPE
#define TYPE aha_project_bus
  PRINT(aha_project_bus, FIELD(struct_size), FIELD(parent), FIELD(gain_db), FIELD(pan),
        FIELD(muted), FIELD(soloed));
#undef TYPE
#define TYPE aha_project_effect
  PRINT(aha_project_effect, FIELD(struct_size), FIELD(owner), FIELD(owner_kind), FIELD(kind),
        FIELD(bypassed), FIELD(reserved));
#undef TYPE
#define TYPE aha_point
  PRINT(aha_point, FIELD(time_us), FIELD(value), FIELD(curve));
#undef TYPE
#define TYPE aha_lane
  PRINT(aha_lane, FIELD(struct_size), FIELD(owner), FIELD(owner_kind), FIELD(parameter),
        FIELD(mode), FIELD(reserved));
#undef TYPE
#define TYPE aha_session_options
  PRINT(aha_session_options, FIELD(struct_size), FIELD(scope_id), FIELD(scope), FIELD(mode));
#undef TYPE
#define TYPE aha_bounce_options
  PRINT(aha_bounce_options, FIELD(struct_size), FIELD(scope_id), FIELD(begin_us), FIELD(end_us),
        FIELD(loudness_lufs), FIELD(ceiling_db), FIELD(scope), FIELD(threads), FIELD(sample_rate),
        FIELD(no_tail), FIELD(no_limiter));
#undef TYPE
#define TYPE aha_plot_options
  PRINT(aha_plot_options, FIELD(struct_size), FIELD(begin_us), FIELD(end_us), FIELD(width),
        FIELD(height), FIELD(dark), FIELD(reserved));
#undef TYPE
#define TYPE aha_tonality
  PRINT(aha_tonality, FIELD(mode), FIELD(scale), FIELD(root));
#undef TYPE
#define TYPE aha_piece_info
  PRINT(aha_piece_info, FIELD(struct_size), FIELD(length_us), FIELD(loop_begin_us),
        FIELD(loop_end_us), FIELD(attachment_bytes), FIELD(tempo_bpm), FIELD(beats_per_bar),
        FIELD(beat_unit), FIELD(tonality), FIELD(unlisted));
#undef TYPE
#define TYPE aha_piece_problem
  PRINT(aha_piece_problem, FIELD(struct_size), FIELD(field), FIELD(code), FIELD(line));
#undef TYPE
#define TYPE aha_analysis_info
  PRINT(aha_analysis_info, FIELD(struct_size), FIELD(frames), FIELD(leading_silence_frames),
        FIELD(trailing_silence_frames), FIELD(loudness_lufs), FIELD(short_term_lufs),
        FIELD(range_lu), FIELD(true_peak_db), FIELD(tempo_bpm), FIELD(tempo_confidence),
        FIELD(key_confidence), FIELD(tuning_cents), FIELD(tonality), FIELD(sample_rate),
        FIELD(channels), FIELD(tempo_count), FIELD(onset_count), FIELD(loop_count));
#undef TYPE
#define TYPE aha_analysis_options
  PRINT(aha_analysis_options, FIELD(struct_size), FIELD(max_seconds));
#undef TYPE
#define TYPE aha_tempo
  PRINT(aha_tempo, FIELD(bpm), FIELD(weight));
#undef TYPE
#define TYPE aha_onset
  PRINT(aha_onset, FIELD(frame), FIELD(strength));
#undef TYPE
#define TYPE aha_loop_points
  PRINT(aha_loop_points, FIELD(begin_frame), FIELD(end_frame), FIELD(quality), FIELD(step));
#undef TYPE
#define TYPE aha_outline_bin
  PRINT(aha_outline_bin, FIELD(lowest), FIELD(highest), FIELD(rms));
#undef TYPE
#define TYPE aha_key_change
  PRINT(aha_key_change, FIELD(struct_size), FIELD(semitones), FIELD(pitch_cents),
        FIELD(tuner_scale), FIELD(tuner_root), FIELD(tonality), FIELD(reserved));
#undef TYPE
#define TYPE aha_cover_info
  PRINT(aha_cover_info, FIELD(struct_size), FIELD(format), FIELD(width), FIELD(height),
        FIELD(scaled));
#undef TYPE
#define TYPE aha_strip_options
  PRINT(aha_strip_options, FIELD(struct_size), FIELD(width), FIELD(height), FIELD(foreground),
        FIELD(background));
#undef TYPE
  return bad;
}

static int print_network(void) {
  int bad = 0;
#define TYPE aha_client_options
  PRINT(aha_client_options, FIELD(struct_size), FIELD(application_id), FIELD(api_key),
        FIELD(facebook_app_id), FIELD(user_agent), FIELD(state_folder), FIELD(ca_file),
        FIELD(proxy), FIELD(connect_timeout_ms), FIELD(stall_timeout_ms),
        FIELD(total_timeout_ms), FIELD(connections), FIELD(max_reply_bytes),
        FIELD(event_capacity), FIELD(checks_scheme));
#undef TYPE
#define TYPE aha_provider
  PRINT(aha_provider, FIELD(struct_size), FIELD(name), FIELD(authorization_url),
        FIELD(token_url), FIELD(revocation_url), FIELD(api_url), FIELD(client_id),
        FIELD(client_secret), FIELD(secret_file), FIELD(redirect_url), FIELD(scopes),
        FIELD(token_style), FIELD(token_header), FIELD(grants), FIELD(uses_basic));
#undef TYPE
#define TYPE aha_store_callbacks
  PRINT(aha_store_callbacks, FIELD(struct_size), FIELD(load), FIELD(save), FIELD(forget));
#undef TYPE
#define TYPE aha_account_options
  PRINT(aha_account_options, FIELD(struct_size), FIELD(name), FIELD(callbacks), FIELD(user_data),
        FIELD(destroy), FIELD(store), FIELD(reserved));
#undef TYPE
#define TYPE aha_sign_in_options
  PRINT(aha_sign_in_options, FIELD(struct_size), FIELD(grant), FIELD(timeout_ms), FIELD(user),
        FIELD(password), FIELD(no_listener), FIELD(reserved));
#undef TYPE
#define TYPE aha_request_options
  PRINT(aha_request_options, FIELD(struct_size), FIELD(context), FIELD(format),
        FIELD(waits_for_sign_in), FIELD(retries), FIELD(is_idempotent), FIELD(timeout_ms),
        FIELD(tells_data), FIELD(max_reply_bytes));
#undef TYPE
#define TYPE aha_request_progress
  PRINT(aha_request_progress, FIELD(struct_size), FIELD(sent_bytes), FIELD(sent_total),
        FIELD(received_bytes), FIELD(received_total), FIELD(tries), FIELD(reserved));
#undef TYPE
  return bad;
}

static int print_drops(void) {
  int bad = 0;
#define TYPE aha_destination_options
  PRINT(aha_destination_options, FIELD(struct_size), FIELD(name), FIELD(url), FIELD(account),
        FIELD(user), FIELD(password), FIELD(password_file), FIELD(session_token), FIELD(region),
        FIELD(bucket), FIELD(prefix), FIELD(public_url), FIELD(content_url), FIELD(license),
        FIELD(genre), FIELD(tags), FIELD(acl), FIELD(chunk_bytes), FIELD(uses_virtual_host),
        FIELD(webdav), FIELD(poll_ms), FIELD(is_downloadable));
#undef TYPE
#define TYPE aha_destination_callbacks
  PRINT(aha_destination_callbacks, FIELD(struct_size), FIELD(begin), FIELD(send), FIELD(create),
        FIELD(discard));
#undef TYPE
#define TYPE aha_destination_info
  PRINT(aha_destination_info, FIELD(struct_size), FIELD(kind), FIELD(is_resumable),
        FIELD(has_public_link), FIELD(has_page), FIELD(max_bytes), FIELD(ready), FIELD(reserved));
#undef TYPE
#define TYPE aha_drop_options
  PRINT(aha_drop_options, FIELD(struct_size), FIELD(context), FIELD(is_committed),
        FIELD(waits_for_sign_in));
#undef TYPE
#define TYPE aha_drop_progress
  PRINT(aha_drop_progress, FIELD(struct_size), FIELD(stage), FIELD(result), FIELD(bytes_done),
        FIELD(bytes_total), FIELD(bytes_repeated));
#undef TYPE
#define TYPE aha_opening_options
  PRINT(aha_opening_options, FIELD(struct_size), FIELD(context), FIELD(account),
        FIELD(allows_private), FIELD(poll_ms));
#undef TYPE
#define TYPE aha_opening_asset
  PRINT(aha_opening_asset, FIELD(struct_size), FIELD(asset), FIELD(reserved), FIELD(size),
        FIELD(name), FIELD(type), FIELD(sha256));
#undef TYPE
  return bad;
}

static int print_libraries(void) {
  int bad = 0;
#define TYPE aha_item_query
  PRINT(aha_item_query, FIELD(struct_size), FIELD(text), FIELD(sha256), FIELD(states),
        FIELD(origin), FIELD(order), FIELD(count), FIELD(is_unchecked), FIELD(reserved));
#undef TYPE
#define TYPE aha_item
  PRINT(aha_item, FIELD(struct_size), FIELD(number), FIELD(length_us), FIELD(size), FIELD(added),
        FIELD(played), FIELD(dropped), FIELD(plays), FIELD(tempo_bpm), FIELD(loudness_lufs),
        FIELD(origin), FIELD(state), FIELD(container), FIELD(encoding), FIELD(sample_rate),
        FIELD(channels), FIELD(depth), FIELD(reserved));
#undef TYPE
#define TYPE aha_scan_options
  PRINT(aha_scan_options, FIELD(struct_size), FIELD(roots), FIELD(ignored), FIELD(root_count),
        FIELD(ignored_count), FIELD(max_files), FIELD(max_depth), FIELD(threads),
        FIELD(follows_links), FIELD(takes_hidden), FIELD(skips_hashes), FIELD(reserved));
#undef TYPE
#define TYPE aha_watch_status
  PRINT(aha_watch_status, FIELD(struct_size), FIELD(scans), FIELD(changes), FIELD(result),
        FIELD(is_watching), FIELD(is_limited), FIELD(reserved));
#undef TYPE
#define TYPE aha_sync_options
  PRINT(aha_sync_options, FIELD(struct_size), FIELD(max_items), FIELD(is_whole), FIELD(reserved));
#undef TYPE
#define TYPE aha_report_info
  PRINT(aha_report_info, FIELD(struct_size), FIELD(seen), FIELD(added), FIELD(changed),
        FIELD(moved), FIELD(unchanged), FIELD(missing), FIELD(undecodable), FIELD(conflicts),
        FIELD(line_count), FIELD(is_unchanged));
#undef TYPE
#define TYPE aha_history_bucket
  PRINT(aha_history_bucket, FIELD(number), FIELD(plays), FIELD(takes), FIELD(bounces),
        FIELD(drops), FIELD(play_ms), FIELD(take_ms), FIELD(bounce_ms), FIELD(drop_ms));
#undef TYPE
#define TYPE aha_history_cursor
  PRINT(aha_history_cursor, FIELD(struct_size), FIELD(day), FIELD(week), FIELD(month),
        FIELD(scale), FIELD(is_now));
#undef TYPE
  return bad;
}

static void print_constants(void) {
  static const struct { const char *name; long long value; } constants[] = {
#define CONSTANT(name) {#name, (long long)(name)},
#include "constants.inc"
  };
  for (size_t i = 0; i < COUNT_OF(constants); i++)
    printf("%s %lld\n", constants[i].name, constants[i].value);
}

int main(void) {
  int bad = print_making() | print_telling() | print_projects() | print_network() |
            print_drops() | print_libraries();
  print_constants();
  return bad;
}
