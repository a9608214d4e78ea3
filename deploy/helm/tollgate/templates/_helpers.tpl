{{- define "tollgate.selector" -}}
app.kubernetes.io/name: tollgate
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* What the chart's own ports, probes and roles rest on, and what belongs into the secret, is no setting of yours. */}}
{{- define "tollgate.checkSettings" -}}
{{- $advice := dict
  "PORT" "pods listen on 3000; the service maps it"
  "HOST" "pods listen on all addresses"
  "METRICS_PORT" "metrics are on 9090"
  "SHOP_PORT" "there is no shop in production"
  "REALM" "the chart is for production"
  "PROCESSES" "the chart runs both roles"
  "WORKERS" "set api.workers"
  "BASE_URL" "set baseUrl"
  "DATABASE_URL" "it belongs into existingSecret"
  "MASTER_KEY" "it belongs into existingSecret"
  "MASTER_KEY_PREVIOUS" "it belongs into existingSecret" -}}
{{- range $name, $_ := .Values.settings -}}
{{- if hasKey $advice $name -}}
{{- fail (printf "settings.%s must not be set: %s" $name (get $advice $name)) -}}
{{- end -}}
{{- end -}}
{{- $drain := int (default 10 (get .Values.settings "DRAIN_SECONDS")) -}}
{{- if lt (int .Values.terminationGracePeriodSeconds) (add $drain 30 | int) -}}
{{- fail (printf "terminationGracePeriodSeconds must be at least DRAIN_SECONDS and 30: %d" (add $drain 30 | int)) -}}
{{- end -}}
{{- end }}

{{- define "tollgate.image" -}}
image: {{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{/* Without root, in every pod. */}}
{{- define "tollgate.podSecurity" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "tollgate.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "tollgate.mounts" -}}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- with .Values.volumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "tollgate.volumes" -}}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
  {{- with .Values.volumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "tollgate.settings" -}}
{{- range $name, $value := .Values.settings }}
{{- if not (kindIs "invalid" $value) }}
{{/* Numbers of a file are floats, which quote alone would write as 2.592e+06. */}}
{{- $text := kindIs "string" $value | ternary $value (toJson $value) }}
- { name: {{ $name }}, value: {{ $text | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{/* Secrets whose keys are settings; the first is given. */}}
{{- define "tollgate.secrets" -}}
envFrom:
  {{- range prepend .root.Values.extraSecrets .first }}
  - secretRef: { name: {{ . }} }
  {{- end }}
{{- end }}

{{/* A deployment of one role; the roles differ in what is asked for their health. */}}
{{- define "tollgate.deployment" -}}
{{- $root := .root -}}
{{- $role := .role -}}
{{- $values := get $root.Values $role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $root.Release.Name }}-{{ $role }}
  labels:
    {{- include "tollgate.selector" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
  {{- with $root.Values.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  replicas: {{ $values.replicas }}
  selector:
    matchLabels:
      {{- include "tollgate.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ $role }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels:
        {{- include "tollgate.selector" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $role }}
      annotations:
        {{- $scraped := dict "prometheus.io/scrape" "true" "prometheus.io/port" "9090" }}
        {{- toYaml (mergeOverwrite $scraped $root.Values.podAnnotations) | nindent 8 }}
    spec:
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: {{ int $root.Values.terminationGracePeriodSeconds }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      affinity:
        {{- if $values.affinity }}
        {{- toYaml $values.affinity | nindent 8 }}
        {{- else }}
        # The loss of a node should not take all pods of a role.
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector:
                  matchLabels:
                    {{- include "tollgate.selector" $root | nindent 20 }}
                    app.kubernetes.io/component: {{ $role }}
        {{- end }}
      {{- include "tollgate.podSecurity" $root | nindent 6 }}
      containers:
        - name: {{ $role }}
          {{- include "tollgate.image" $root | nindent 10 }}
          {{- $first := required "existingSecret names a secret with DATABASE_URL and MASTER_KEY" $root.Values.existingSecret }}
          {{- include "tollgate.secrets" (dict "root" $root "first" $first) | nindent 10 }}
          env:
            - { name: REALM, value: production }
            - { name: PROCESSES, value: {{ $role }} }
            - { name: BASE_URL, value: {{ required "baseUrl is the https address of the gateway" $root.Values.baseUrl | quote }} }
            - { name: WORKERS, value: {{ $values.workers | default 1 | quote }} }
            - { name: HOST, value: 0.0.0.0 }
            - { name: PORT, value: '3000' }
            - { name: METRICS_PORT, value: '9090' }
            {{- include "tollgate.settings" $root | nindent 12 }}
          ports:
            {{- if eq $role "api" }}
            - { name: http, containerPort: 3000 }
            {{- end }}
            - { name: metrics, containerPort: 9090 }
          {{- if eq $role "api" }}
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 60
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
          {{- else }}
          livenessProbe:
            httpGet: { path: /metrics, port: metrics }
            initialDelaySeconds: 30
            periodSeconds: 30
            # Longer than a scrape waits for processes and the database.
            timeoutSeconds: 10
          {{- end }}
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          {{- include "tollgate.containerSecurity" $root | nindent 10 }}
          {{- include "tollgate.mounts" $root | nindent 10 }}
      {{- include "tollgate.volumes" $root | nindent 6 }}
{{- end }}
