{{- /* The settings of base/settings.env, and those of the values. */}}
{{- define "quarterdeck.settings" -}}
{{- $found := dict }}
{{- range (regexFindAll "(?m)^[A-Z_]+=.*$" (.Files.Get "base/settings.env") -1) }}
{{- $pair := splitn "=" 2 . }}
{{- $_ := set $found $pair._0 $pair._1 }}
{{- end }}
{{- range $name, $value := .Values.settings }}{{ $_ := set $found $name ($value | toString) }}{{ end }}
{{- toYaml $found }}
{{- end }}
