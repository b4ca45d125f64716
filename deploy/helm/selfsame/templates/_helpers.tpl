{{/* The release gives everything its name: `helm install selfsame …`. */}}
{{- define "selfsame.labels" -}}
app.kubernetes.io/name: selfsame
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "selfsame.server" -}}
{{ include "selfsame.labels" . }}
app.kubernetes.io/component: server
{{- end }}

{{- define "selfsame.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* What servers and the nightly job read from the Secret. */}}
{{- define "selfsame.secrets" -}}
- name: SELFSAME_DATABASE_URL_FILE
  value: /run/secrets/selfsame/database-url
- name: SELFSAME_MASTER_KEY_FILE
  value: /run/secrets/selfsame/master-key
- name: SELFSAME_S3_ACCESS_KEY_ID_FILE
  value: /run/secrets/selfsame/s3-access-key-id
- name: SELFSAME_S3_SECRET_ACCESS_KEY_FILE
  value: /run/secrets/selfsame/s3-secret-access-key
{{- end }}

{{- define "selfsame.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
{{- end }}

{{- define "selfsame.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
