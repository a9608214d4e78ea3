import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

// Reads { command, args, env, cwd, calls: [[tool, arguments]] }; prints what the protocol's own client got.

const { command, args, env, cwd, calls } = JSON.parse(await text(process.stdin))
const client = new Client({ name: 'judge', version: '1.0.0' })
const errors = []
client.onerror = (error) => errors.push(String(error))
await client.connect(new StdioClientTransport({ command, args, env, cwd }))
const { tools } = await client.listTools()
const results = []
for (const [name, input] of calls) results.push(await client.callTool({ name, arguments: input }))
await client.ping()
const unknown = await client.callTool({ name: 'refund_payment' }).then(
  () => null,
  ({ code }) => code,
)
console.log(JSON.stringify({ server: client.getServerVersion(), tools, results, unknown, errors }))
await client.close()
