import type { ServerCommand } from '../command.ts'

/** docs/integrate/ai-assistants.md */
export const mcp: ServerCommand = {
  verb: 'mcp',
  summary: 'Serve an AI assistant by the Model Context Protocol, to read only; ends with its input (merchant)',
  serve: async () => {
    const { serve } = await import('../mcp/server.ts')
    const { openTools } = await import('../mcp/tools.ts')
    await serve(process.stdin.setEncoding('utf8'), (line) => process.stdout.write(line), openTools())
  },
  examples: ['mcp'],
}
