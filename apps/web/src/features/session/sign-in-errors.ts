import type { session as texts } from './texts/session.ts'

type Explained = { title: string; text: string }

/**
 * What `?error=` of the sign-in page means: the codes of NextAuth v4, of which Foja sends some itself, and Foja's own.
 */
export function explainSignInError(session: typeof texts, code: string): Explained {
  const provider = { title: session.oidcFailedTitle, text: session.oidcFailedText }
  const unknown = { title: session.oidcUnknownTitle, text: session.oidcUnknownText }
  const other = { title: session.otherTitle, text: session.otherText }
  const byCode: Record<string, Explained> = {
    Signin: other,
    Default: other,
    Callback: provider,
    OAuthSignin: provider,
    OAuthCallback: provider,
    OAuthCreateAccount: provider,
    OidcFailed: provider,
    OAuthAccountNotLinked: { title: session.notLinkedTitle, text: session.notLinkedText },
    AccessDenied: unknown,
    EmailCreateAccount: unknown,
    OidcUnknown: unknown,
    OidcLeft: { title: session.oidcLeftTitle, text: session.oidcLeftText },
    EmailSignin: { title: session.mailTitle, text: session.mailText },
    Verification: { title: session.linkTitle, text: session.linkText },
    CredentialsSignin: { title: session.wrongTitle, text: session.wrongText },
    SessionRequired: { title: session.requiredTitle, text: session.requiredText },
    Configuration: { title: session.setupTitle, text: session.setupText },
    TooManyAttempts: { title: session.tooManyTitle, text: session.tooManyText },
  }
  return Object.hasOwn(byCode, code) ? byCode[code]! : other
}
