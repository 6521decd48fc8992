/** The context that binds a stored key to its user and certificate. */
export const keyContext = (user: string, fingerprint: string) => `foja:signer:${user}:${fingerprint}`

/** Purpose of the derived server key that wraps users' keys. */
export const signerKeyPurpose = 'signer-wrap'
