import type { PlacedOperation } from './chapters.ts'

/** A call of an operation, in a language that `highlight` knows. */
export interface CallSample {
  /** As the tabs of the documents name it. */
  readonly language: string
  readonly grammar: string
  readonly code: string
}

interface Call {
  readonly method: string
  readonly url: string
  readonly hasToken: boolean
  /** Undefined without a body. */
  readonly mediaType: string | undefined
  /** Undefined without a body. */
  readonly body: string | undefined
}

/** They read the access token from `TOKEN`, and all but curl the body from `body.json`, or `body.txt` if it is no JSON. */
export function callSamples(
  { method, path, requestBody }: Pick<PlacedOperation, 'method' | 'path' | 'requestBody'>,
  baseUrl: string,
): readonly CallSample[] {
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const body = bodyOf(mediaType, content?.example)
  const call = { method, url: `${baseUrl}${path}`, hasToken: !path.startsWith('/realms/'), mediaType, body }
  return LANGUAGES.map(([language, grammar, write]) => ({ language, grammar, code: write(call).join('\n') }))
}

function bodyOf(mediaType: string | undefined, example: unknown): string | undefined {
  if (mediaType === undefined) return undefined
  if (mediaType === 'application/x-www-form-urlencoded')
    return new URLSearchParams(Object(example) as Record<string, string>).toString()
  return JSON.stringify(example ?? {}, null, 2)
}

const LANGUAGES: readonly (readonly [language: string, grammar: string, write: (call: Call) => string[]])[] = [
  ['curl', 'sh', curl],
  ['TypeScript', 'ts', typeScript],
  ['Python', 'python', python],
  ['PHP', 'php', php],
  ['Java', 'java', java],
  ['Go', 'go', go],
]

/** Quotes of a shell keep everything but a quote. */
function curl({ method, url, hasToken, mediaType, body }: Call): string[] {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(mediaType === undefined ? [] : [`-H 'Content-Type: ${mediaType}'`]),
    ...(body === undefined ? [] : [`-d '${body.replaceAll("'", "'\\''")}'`]),
  ]
  return [lines.join(' \\\n  ')]
}

const fileOf = ({ mediaType }: Call) => (mediaType?.includes('json') ? 'body.json' : 'body.txt')

function typeScript(call: Call): string[] {
  const { method, url, hasToken, mediaType } = call
  return [
    ...(mediaType ? ["import { readFileSync } from 'node:fs'", ''] : []),
    `const response = await fetch('${url}', {`,
    `  method: '${method}',`,
    '  headers: {',
    ...(hasToken ? ["    authorization: 'Bearer ' + process.env.TOKEN,"] : []),
    ...(mediaType ? [`    'content-type': '${mediaType}',`] : []),
    '  },',
    ...(mediaType ? [`  body: readFileSync('${fileOf(call)}'),`] : []),
    '})',
    'console.log(response.status, await response.text())',
  ]
}

function python(call: Call): string[] {
  const { method, url, hasToken, mediaType } = call
  return [
    'import os, urllib.request',
    '',
    `body = ${mediaType ? `open("${fileOf(call)}", "rb").read()` : 'None'}`,
    `request = urllib.request.Request("${url}", body, method="${method}")`,
    ...(hasToken ? ['request.add_header("Authorization", "Bearer " + os.environ["TOKEN"])'] : []),
    ...(mediaType ? [`request.add_header("Content-Type", "${mediaType}")`] : []),
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ]
}

function php(call: Call): string[] {
  const { method, url, hasToken, mediaType } = call
  return [
    '<?php',
    `$options = ['method' => '${method}', 'header' => [], 'ignore_errors' => true];`,
    ...(hasToken ? ["$options['header'][] = 'Authorization: Bearer ' . getenv('TOKEN');"] : []),
    ...(mediaType ? [`$options['header'][] = 'Content-Type: ${mediaType}';`] : []),
    ...(mediaType ? [`$options['content'] = file_get_contents('${fileOf(call)}');`] : []),
    `echo file_get_contents('${url}', false, stream_context_create(['http' => $options]));`,
  ]
}

function java(call: Call): string[] {
  const { method, url, hasToken, mediaType } = call
  const publisher = mediaType ? `ofFile(java.nio.file.Path.of("${fileOf(call)}"))` : 'noBody()'
  return [
    'import java.net.URI;',
    'import java.net.http.*;',
    '',
    'class Call {',
    '  public static void main(String[] arguments) throws Exception {',
    `    var request = HttpRequest.newBuilder(URI.create("${url}"))`,
    ...(hasToken ? ['      .header("Authorization", "Bearer " + System.getenv("TOKEN"))'] : []),
    ...(mediaType ? [`      .header("Content-Type", "${mediaType}")`] : []),
    `      .method("${method}", HttpRequest.BodyPublishers.${publisher});`,
    '    var response = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }\n}',
  ]
}

function go(call: Call): string[] {
  const { method, url, hasToken, mediaType } = call
  const imports = ['fmt', 'io', 'net/http', ...(mediaType || hasToken ? ['os'] : []), ...(mediaType ? ['strings'] : [])]
  return [
    'package main\n',
    `import (\n${imports.map((name) => `\t"${name}"`).join('\n')}\n)\n`,
    'func main() {',
    ...(mediaType ? [`\tbody, _ := os.ReadFile("${fileOf(call)}")`] : []),
    `\trequest, _ := http.NewRequest("${method}", "${url}", ${mediaType ? 'strings.NewReader(string(body))' : 'nil'})`,
    ...(hasToken ? ['\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))'] : []),
    ...(mediaType ? [`\trequest.Header.Set("Content-Type", "${mediaType}")`] : []),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {\n\t\tpanic(err)\n\t}',
    '\ttext, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(response.Status, string(text))\n}',
  ]
}
