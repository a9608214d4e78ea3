{{- define "tollgate.selector" -}}
app.kubernetes.io/name: tollgate
app.kubernetes.io/instance: {{ .Release.Name }}
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
        prometheus.io/scrape: 'true'
        prometheus.io/port: '9090'
    spec:
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: {{ $role }}
          image: {{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          envFrom:
            - secretRef:
                name: {{ required "existingSecret names a secret with DATABASE_URL and MASTER_KEY" $root.Values.existingSecret }}
          env:
            - { name: REALM, value: production }
            - { name: PROCESSES, value: {{ $role }} }
            - { name: BASE_URL, value: {{ required "baseUrl is the https address of the gateway" $root.Values.baseUrl | quote }} }
            - { name: WORKERS, value: {{ $values.workers | default 1 | quote }} }
            - { name: METRICS_PORT, value: '9090' }
            {{- range $name, $value := $root.Values.settings }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
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
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: tmp
          emptyDir: {}
{{- end }}
