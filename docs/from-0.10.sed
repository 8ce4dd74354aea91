# Migrates C hosts of libaha 0.10 to 1.0: sed -E -i -f from-0.10.sed *.c *.h
# A call must stand on one line, and its arguments may hold one level of parentheses.

# Flags of options.
s/([.>])\buses_basic\b/\1use_basic/g
s/([.>])\bomits_state\b/\1omit_state/g
s/([.>])\brequires_scheme\b/\1require_scheme/g
s/([.>])\buses_virtual_host\b/\1use_virtual_host/g
s/([.>])\bis_downloadable\b/\1allow_download/g
s/([.>])\bis_committed\b/\1commit/g
s/([.>])\bwaits_for_sign_in\b/\1wait_for_sign_in/g
s/([.>])\bomits_cover\b/\1omit_cover/g
s/([.>])\bshares_clock\b/\1share_clock/g
s/([.>])\ballows_private\b/\1allow_private/g
s/([.>])\bis_idempotent\b/\1idempotent/g
s/([.>])\btells_data\b/\1tell_data/g
s/([.>])\bfollows_links\b/\1follow_links/g
s/([.>])\btakes_hidden\b/\1include_hidden/g
s/([.>])\bskips_hashes\b/\1skip_hashes/g
s/([.>])\bis_whole\b/\1whole/g
# Problems of a piece take a kind of destination.
s/\baha_piece_problem_count\((([^(),]|\([^()]*\))+)\)/aha_piece_problem_count(\1, 0)/g
s/\baha_piece_problem_at\((([^(),]|\([^()]*\))+),/aha_piece_problem_get(\1, 0,/g

# Names: the prefix is the noun of the header, and a flag is asked with is_.
s/\baha_handle_url\b/aha_client_handle_url/g
s/\baha_bus_muted\b/aha_bus_is_muted/g
s/\baha_bus_soloed\b/aha_bus_is_soloed/g
s/\baha_bus_paused\b/aha_bus_is_paused/g
s/\baha_effect_bypassed\b/aha_effect_is_bypassed/g
s/\baha_player_reverse\b/aha_player_is_reversed/g
s/\baha_player_set_reverse\b/aha_player_set_reversed/g
s/\baha_bus_get_meter\b/aha_bus_read_meter/g
s/\baha_recorder_get_meter\b/aha_recorder_read_meter/g
s/\baha_project_add_track\b/aha_track_add/g
s/\baha_project_get_track\b/aha_track_get/g
s/\baha_project_set_track\b/aha_track_set/g
s/\baha_project_get_file_state\b/aha_track_get_file_state/g
s/\baha_project_remove_track\b/aha_track_remove/g
s/\baha_project_move_track\b/aha_track_move/g
s/\baha_project_track_count\b/aha_track_count/g
s/\baha_project_track_at\b/aha_track_at/g
s/\baha_project_add_bus\b/aha_project_bus_add/g
s/\baha_project_get_bus\b/aha_project_bus_get/g
s/\baha_project_set_bus\b/aha_project_bus_set/g
s/\baha_project_copy_bus_name\b/aha_project_bus_copy_name/g
s/\baha_project_set_bus_name\b/aha_project_bus_set_name/g
s/\baha_project_remove_bus\b/aha_project_bus_remove/g
s/\baha_project_move_bus\b/aha_project_bus_move/g
s/\baha_project_add_effect\b/aha_project_effect_add/g
s/\baha_project_add_lv2\b/aha_project_effect_add_lv2/g
s/\baha_project_set_effect_impulse\b/aha_project_effect_set_impulse/g
s/\baha_project_set_lv2_state\b/aha_project_effect_set_lv2_state/g
s/\baha_project_get_effect\b/aha_project_effect_get/g
s/\baha_project_get_effect_value\b/aha_project_effect_get_value/g
s/\baha_project_set_effect_value\b/aha_project_effect_set_value/g
s/\baha_project_set_effect_bypassed\b/aha_project_effect_set_bypassed/g
s/\baha_project_set_effect_sidechain\b/aha_project_effect_set_sidechain/g
s/\baha_project_remove_effect\b/aha_project_effect_remove/g
s/\baha_project_move_effect\b/aha_project_effect_move/g
s/\baha_project_add_send\b/aha_project_bus_add_send/g
s/\baha_project_get_send\b/aha_project_bus_get_send/g
s/\baha_project_duck\b/aha_project_bus_duck/g
s/\baha_project_add_lane\b/aha_lane_add/g
s/\baha_project_get_lane\b/aha_lane_get/g
s/\baha_project_set_lane_mode\b/aha_lane_set_mode/g
s/\baha_project_remove_lane\b/aha_lane_remove/g
s/\baha_project_lane_count\b/aha_lane_count/g
s/\baha_project_lane_at\b/aha_lane_at/g
s/\baha_project_set_point\b/aha_lane_set_point/g
s/\baha_project_add_points\b/aha_lane_add_points/g
s/\baha_project_remove_points\b/aha_lane_remove_points/g
s/\baha_project_replace_points\b/aha_lane_replace_points/g
s/\baha_project_point_count\b/aha_lane_point_count/g
s/\baha_project_copy_points\b/aha_lane_copy_points/g
s/\baha_project_add_marker\b/aha_marker_add/g
s/\baha_project_set_marker\b/aha_marker_set/g
s/\baha_project_copy_marker_name\b/aha_marker_copy_name/g
s/\baha_project_remove_marker\b/aha_marker_remove/g
s/\baha_project_marker_count\b/aha_marker_count/g
s/\baha_project_bounce\b/aha_bounce_start/g
s/\baha_project_bounce_stream\b/aha_bounce_start_stream/g
s/\baha_project_plot\b/aha_plot_start/g
s/\baha_effect_create_host\b/aha_host_effect_create/g
s/\baha_effect_get_process_result\b/aha_host_effect_get_result/g
s/\baha_effect_create_lv2\b/aha_lv2_create/g
s/\baha_effect_set_lv2_state\b/aha_lv2_set_state/g
s/\baha_effect_load_lv2_preset\b/aha_lv2_load_preset/g
s/\baha_engine_play_sound\b/aha_one_shot_play/g
s/\baha_library_note\b/aha_history_note/g
s/\baha_library_copy_history\b/aha_history_copy/g
s/\baha_library_get_first\b/aha_history_get_first/g
s/\baha_library_copy_history_json\b/aha_history_copy_json/g
s/\baha_library_draw_history\b/aha_history_draw/g
s/\baha_library_scan\b/aha_scan_start/g
s/\baha_library_start_watch\b/aha_scan_start_watch/g
s/\baha_library_stop_watch\b/aha_scan_stop_watch/g
s/\baha_library_get_watch\b/aha_scan_get_watch/g
s/\baha_library_sync\b/aha_sync_start/g
s/\baha_library_sync_feed\b/aha_sync_start_feed/g
s/\baha_library_fetch\b/aha_sync_fetch/g
s/\baha_stream_open_remote\b/aha_client_open_stream/g
s/\baha_cover_draw\b/aha_picture_draw_cover/g
s/\baha_cover_copy\b/aha_picture_copy_cover/g
s/\baha_waveform_draw\b/aha_picture_draw_waveform/g
s/\baha_spectrogram_draw\b/aha_picture_draw_spectrogram/g
s/\baha_piece_copy_share_text\b/aha_share_copy_text/g
s/\baha_client_copy_share_link\b/aha_share_copy_link/g
s/\baha_client_copy_account\b/aha_account_saved_copy_text/g
s/\baha_client_get_destination\b/aha_destination_at/g
s/\baha_client_find_destination\b/aha_destination_find/g
s/\baha_client_load_destinations\b/aha_destination_load_saved/g
s/\baha_client_forget_destination\b/aha_destination_forget/g
s/\baha_client_copy_drop\b/aha_drop_copy_id/g
s/\baha_piece_refusal_count\b/aha_piece_problem_count/g
s/\baha_piece_refusal_at\b/aha_piece_problem_get/g
s/\baha_container_name\b/aha_format_container_name/g
s/\baha_encoding_name\b/aha_format_encoding_name/g
s/\baha_component_get_info\b/aha_component_get/g
s/\baha_device_get_info\b/aha_device_get/g
s/\baha_effect_get_info\b/aha_effect_kind_get/g
s/\baha_effect_get_parameter_info\b/aha_effect_kind_parameter_get/g
s/\baha_effect_get_parameter\b/aha_effect_parameter_get/g
s/\baha_lv2_at\b/aha_lv2_get/g
s/\baha_lv2_get_info\b/aha_lv2_find/g
s/\baha_opening_get_asset\b/aha_opening_asset_get/g
s/\baha_piece_chapter_at\b/aha_piece_chapter_get/g
s/\baha_recovery_get_take\b/aha_recovery_get/g
s/\baha_time_scale_copy_label\b/aha_history_copy_label/g

# A change has a ramp: NULL is now, over the engine's ramp.
s/\b(aha_player_(start|stop|pause|resume)|aha_recorder_(start|stop))\((([^(),]|\([^()]*\))+)\)/\1(\4, NULL)/g
s/\b(aha_(player|bus)_set_(gain_db|pan)|aha_player_(seek_frames|set_speed|set_reversed|set_space)|aha_bus_set_muted|aha_effect_set_bypassed|aha_engine_set_listener)\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/\1(\5, \7, NULL)/g
s/\baha_effect_set_value\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_effect_set_value(\1, \3, \5, NULL)/g

# A moment and a length stand in the ramp. A length of 0 was a jump: it is 1 frame now.
s/\b(aha_(player|recorder)_(start|stop))_at_frame\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/\1(\4, AHA_AT(\6))/g
s/\baha_player_start_with_velocity\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_player_start_with_velocity(\1, \3, AHA_AT(\5))/g
s/\baha_player_set_gain_db_over_frames\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_player_set_gain_db(\1, \3, AHA_RAMP(0, \5, \7))/g
s/\baha_player_set_speed_over_frames\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_player_set_speed(\1, \3, AHA_OVER(\5))/g
s/\baha_player_set_speed_at_frame\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_player_set_speed(\1, \3, AHA_RAMP(\7, \5, AHA_FADE_LINEAR))/g
s/\baha_effect_set_value_over_frames\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_effect_set_value(\1, \3, \5, AHA_OVER(\7))/g
s/\baha_effect_set_value_at_frame\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_effect_set_value(\1, \3, \5, AHA_RAMP(\9, \7, AHA_FADE_LINEAR))/g

# A text is one of its object.
s/\baha_project_copy_path\((([^(),]|\([^()]*\))+)/aha_project_copy_text(\1, AHA_PROJECT_TEXT_PATH/g
s/\baha_project_copy_title\((([^(),]|\([^()]*\))+)/aha_project_copy_text(\1, AHA_PROJECT_TEXT_TITLE/g
s/\baha_project_copy_undo_title\((([^(),]|\([^()]*\))+)/aha_project_copy_text(\1, AHA_PROJECT_TEXT_UNDO_TITLE/g
s/\baha_project_copy_redo_title\((([^(),]|\([^()]*\))+)/aha_project_copy_text(\1, AHA_PROJECT_TEXT_REDO_TITLE/g
s/\baha_project_copy_track_name\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)/aha_track_copy_text(\1, \3, AHA_TRACK_TEXT_NAME/g
s/\baha_project_copy_track_path\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)/aha_track_copy_text(\1, \3, AHA_TRACK_TEXT_PATH/g
s/\baha_project_set_track_name\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)/aha_track_set_text(\1, \3, AHA_TRACK_TEXT_NAME/g
s/\baha_project_set_track_path\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)/aha_track_set_text(\1, \3, AHA_TRACK_TEXT_PATH/g
s/\baha_project_copy_effect_impulse_path\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)/aha_project_effect_copy_text(\1, \3, AHA_PROJECT_EFFECT_TEXT_IMPULSE_PATH/g
s/\baha_project_copy_lv2_uri\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)/aha_project_effect_copy_text(\1, \3, AHA_PROJECT_EFFECT_TEXT_LV2_URI/g
s/\baha_project_copy_lv2_state\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)/aha_project_effect_copy_text(\1, \3, AHA_PROJECT_EFFECT_TEXT_LV2_STATE/g
s/\baha_effect_copy_name\((([^(),]|\([^()]*\))+)/aha_effect_copy_text(\1, AHA_EFFECT_TEXT_NAME/g
s/\baha_effect_copy_lv2_uri\((([^(),]|\([^()]*\))+)/aha_effect_copy_text(\1, AHA_EFFECT_TEXT_LV2_URI/g
s/\baha_effect_copy_lv2_state\((([^(),]|\([^()]*\))+)/aha_effect_copy_text(\1, AHA_EFFECT_TEXT_LV2_STATE/g
s/\baha_lv2_copy_preset_uri\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)/aha_lv2_copy_preset_text(\1, \3, AHA_LV2_PRESET_TEXT_URI/g
s/\baha_lv2_copy_preset_title\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)/aha_lv2_copy_preset_text(\1, \3, AHA_LV2_PRESET_TEXT_TITLE/g
s/\baha_cover_check\((([^(),]|\([^()]*\))+)/aha_picture_copy_cover(\1, NULL/g

# Options are an argument of each analysis of a stream.
s/\baha_analysis_start_stream\((([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+), *(([^(),]|\([^()]*\))+)\)/aha_analysis_start_stream(\1, NULL, \3, \5)/g
s/\baha_analysis_start_with\b/aha_analysis_start_stream/g
