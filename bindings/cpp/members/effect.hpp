// Members of aha::Effect; scripts/generate puts them into its class.

  /// An effect that the host implements; libaha keeps the object alive while it is used. The
  /// description's functions are ignored.
  Effect(const Engine &engine, aha_host_effect description, std::unique_ptr<HostProcess> process)
      : Effect(detail::made<aha_effect>([&](auto out) {
          using Host = detail::Host<HostProcess>;
          detail::forward<HostProcess, &HostProcess::process>(description.process);
          description.reset = [](void *data) {
            Host::answer(data, [](HostProcess &own) { own.reset(); });
          };
          return aha_host_effect_create(engine.get(), &description,
                                        new Host{std::move(process), nullptr},
                                        detail::destroy<Host>, out);
        })) {}
