import { nullElement } from '@foja/pades/cms/der'
import { createTestAuthority, type TestAuthority } from './ca.ts'
import { encodeExtension } from './certificate-encoding.ts'

/** id-etsi-ext-valassured-ST-certs (ETSI EN 319 412-1 §5.2): no revocation check is needed. */
const validityAssured = encodeExtension('0.4.0.194121.2.1', false, nullElement())

/**
 * A test authority whose root issues certificates that are never revoked, except those with revocation addresses: where
 * the root is trusted, signatures are valid without a network.
 */
export function createShortLivedAuthority(options?: Parameters<typeof createTestAuthority>[0]): TestAuthority {
  const created = createTestAuthority(options)
  return {
    ...created,
    issue: (request) => {
      const hasSource = request.ocspUrl !== undefined || request.crlUrl !== undefined
      return created.issue(hasSource ? request : { issuer: created.root, extensions: [validityAssured], ...request })
    },
  }
}
