export type DeviceKind = 'computer' | 'phone' | 'tablet'
export type Device = { kind: DeviceKind; browser: string | null; system: string | null }

/** The order matters: most browsers also name the ones they derive from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPX|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string, DeviceKind])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac ?OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
]

/** Browser and system by their common names; null if unknown. */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent ?? ''
  const browser = browsers.find(([known]) => known.test(text))?.[1] ?? null
  const system = systems.find(([known]) => known.test(text))
  return { kind: system?.[2] ?? 'computer', browser, system: system?.[1] ?? null }
}

/** Where an address is: this computer, a private network, or the internet. */
export function reachOf(ip: string): 'here' | 'local' | 'internet' {
  const plain = ip.replace(/^::ffff:/i, '')
  if (plain === '::1' || plain.startsWith('127.')) return 'here'
  // RFC 1918, RFC 3927, RFC 4193 and RFC 4291, 2.5.6.
  if (/^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i.test(plain))
    return 'local'
  return 'internet'
}
