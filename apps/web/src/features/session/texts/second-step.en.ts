import type { secondStep } from './second-step.ts'

export const en = {
  title: 'One more step: the code',
  text: 'Open the codes app on your phone and type the six digits that it shows for Foja.',
  code: 'Six-digit code',
  codeMissing: 'Type the six digits that your app shows.',
  codeWrong:
    'That code does not match. Type the one it shows now: it changes every 30 seconds. If it fails again, check that the phone’s time is right.',
  useRecovery: 'No phone? Use a recovery code',
  recoveryTitle: 'Use a recovery code',
  recoveryText: 'It is one of the last list that you kept; those of earlier lists do not work. Each works once.',
  recoveryCode: 'Recovery code',
  recoveryMissing: 'Type one of your recovery codes.',
  recoveryWrong: 'That code does not match or has been used. Try another from the last list that you kept.',
  noneLeft: 'None of those either? Your administrator can turn off your two-step verification.',
  useApp: 'Use the code of the app',
  back: 'Sign in with another account',
  passkeyTitle: 'One more step: your passkey',
  passkeyText: 'Confirm that it is you with your fingerprint, your face, your PIN or your security key.',
  usePasskey: 'Use a passkey',
  useCode: 'No passkey? Use a code',
} satisfies typeof secondStep
