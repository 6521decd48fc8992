import type { Service } from '@foja/contracts/status'
import { paths } from '../../lib/router/paths.ts'

/** Where a service is set up; the others are set up outside of Foja. */
export const setUpPaths: Partial<Record<Service, string>> = {
  mail: paths.outbox(),
  timestamp: paths.signingSettings(),
}
