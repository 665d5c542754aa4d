FROM python:3.12-slim-bookworm@sha256:782412e85d0f0984994c290652577d4018aff08145c85b262bb63dc0c7522254 AS build
WORKDIR /app
ARG EXTRAS=
COPY requirements.txt requirements-extra.txt ./
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r "requirements${EXTRAS:+-extra}.txt"

FROM python:3.12-slim-bookworm@sha256:782412e85d0f0984994c290652577d4018aff08145c85b262bb63dc0c7522254
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --system --uid 1000 --home-dir /app app
WORKDIR /app
COPY --from=build /venv /venv
COPY manage.py pyproject.toml CHANGELOG.md ./
COPY config config
COPY rules rules
COPY campaign campaign
COPY battles battles
COPY templates templates
COPY static static
COPY tests/cases tests/cases
COPY docs/rulings.md docs/rulings.md
RUN python -m compileall -q config rules campaign battles
RUN SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" python manage.py collectstatic --noinput --verbosity 0
USER 1000
EXPOSE 8000
CMD ["uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--no-access-log", "--no-proxy-headers"]
