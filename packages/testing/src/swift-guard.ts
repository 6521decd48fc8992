import { guardServer } from './server-guard.ts'
import { startSwift, stopOrphanedSwift } from './swift.ts'

export type SwiftState = { endpoint: string }

await guardServer(async (own) => {
  const { endpoint, ...server } = await startSwift(own)
  const state: SwiftState = { endpoint }
  return { state, ...server }
}, stopOrphanedSwift)
