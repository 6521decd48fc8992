import { openClientWithKey, type Environment } from './settings.ts'

/** Serves MCP over standard input and output until the input ends. */
export async function serveMcp(environment: Environment, { folder }: { folder: string }): Promise<number> {
  const client = await openClientWithKey(environment)
  const scopes = await client.keyScopes()
  // Loaded here only: the other commands need no SDK.
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const { createMcpServer } = await import('./mcp-server.ts')
  const server = createMcpServer({ client, scopes, folder })
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  await server.connect(new StdioServerTransport())
  await closed
  await server.close()
  return 0
}
