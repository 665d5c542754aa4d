"""The forms: they turn what people type into what services take."""
