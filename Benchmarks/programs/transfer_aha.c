/* transfer_aha.c: transfers over HTTP: download URL FILE, upload URL FILE, or many URL COUNT
 * AT_ONCE. Prints the error, or seconds, bytes, and the growth of the peak memory. */
#include <aha.h>

#include "online.h"

static aha_request *begun(aha_client *client, const char *method, const char *url) {
  aha_request *request;
  aha_request_options options = aha_request_options_init();
  options.retries = AHA_NO_RETRIES;
  must(aha_request_create(client, NULL, method, url, &options, &request), url);
  return request;
}

static int64_t finish(aha_request *request, aha_job *job) {
  aha_request_progress progress = aha_request_progress_init();
  must(aha_job_wait(job, -1), "transfer");
  must(aha_request_get_progress(request, &progress), "progress");
  aha_job_release(job);
  aha_request_release(request);
  return progress.sent_bytes + progress.received_bytes;
}

static int64_t one(aha_client *client, const char *way, const char *url, const char *file) {
  int uploads = way[0] == 'u';
  aha_request *request = begun(client, uploads ? "PUT" : "GET", url);
  aha_stream *stream = NULL;
  aha_job *job;
  if (uploads) {
    must(aha_stream_open(file, &stream), file);
    must(aha_request_set_body(request, stream, 0, -1, NULL), "body");
  } else {
    must(aha_request_set_reply_file(request, file), file);
  }
  must(aha_request_start(request, &job), "start");
  int64_t bytes = finish(request, job);
  if (stream) aha_stream_release(stream);
  return bytes;
}

/* The client's connection limit to one host sets the concurrency. */
static int64_t many(aha_client *client, const char *url, int count) {
  aha_request **requests = calloc((size_t)count, sizeof *requests);
  aha_job **jobs = calloc((size_t)count, sizeof *jobs);
  int64_t bytes = 0;
  for (int i = 0; i < count; i++) {
    requests[i] = begun(client, "GET", url);
    must(aha_request_start(requests[i], &jobs[i]), "start");
  }
  for (int i = 0; i < count; i++) bytes += finish(requests[i], jobs[i]);
  free(requests);
  free(jobs);
  return bytes;
}

int main(int argc, char **argv) {
  if (argc < 4) bench_fail("%s download|upload|many URL …", argv[0]);
  int64_t before = peak_bytes(), bytes;
  double begin = bench_now();
  aha_client *client;
  aha_client_options options = aha_client_options_init();
  options.application_id = "bench";
  options.proxy = "";
  if (argv[1][0] == 'm' && argc == 5) options.connections = (uint32_t)atoi(argv[4]);
  must(aha_client_create(&options, &client), "client");
  if (argv[1][0] == 'm' && argc == 5)
    bytes = many(client, argv[2], atoi(argv[3]));
  else
    bytes = one(client, argv[1], argv[2], argv[3]);
  printf("{\"seconds\": %.6f, \"bytes\": %lld, \"memory\": %lld}\n", bench_now() - begin,
         (long long)bytes, (long long)(peak_bytes() - before));
  aha_client_release(client);
  return 0;
}
