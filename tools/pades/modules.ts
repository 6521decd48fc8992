/**
 * The public modules of packages/pades by what they are for: what docs/API.md describes and what the published package
 * exports. Everything else of src is inside, and may change.
 */
export const publicModules: Readonly<Record<string, readonly string[]>> = {
  Keys: ['open-p12', 'signer', 'key-signer'],
  Signing: ['sign', 'prepare', 'embed', 'levels', 'archive', 'appearance/margin', 'repair'],
  Verifying: ['verify', 'verify-online', 'explain'],
  'Certificates and evidence': ['certificate', 'chain', 'revocation', 'validation-data', 'preflight'],
  Network: ['net/fetcher', 'net/http-fetcher', 'net/validation-cache', 'net/tsa-client'],
  'In a page': ['browser/open-p12', 'browser/key-server', 'browser/key-messages'],
  Errors: ['errors'],
}

export const publicNames: readonly string[] = Object.values(publicModules).flat()
