// Members of aha::Destination; scripts/generate puts them into its class.

  /// A destination of the host's own functions; libaha keeps the object alive while it is used.
  Destination(const Client &client, const std::string &name, std::unique_ptr<HostDestination> host)
      : Destination(detail::hosted(std::move(host), [&](detail::Host<HostDestination> *data) {
          const aha_destination_callbacks functions = detail::destination_callbacks();
          return Destination(detail::made<aha_destination>([&](auto out) {
            return aha_destination_create_host(client.get(), name.c_str(), &functions, data,
                                               detail::destroy<detail::Host<HostDestination>>, out);
          }));
        })) {}
