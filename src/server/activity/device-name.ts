type Names = [pattern: RegExp, name: string][]

// The first that matches counts: most browsers also name those that they are compatible with.
const browsers: Names = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: Names, header: string) => names.find(([pattern]) => pattern.test(header))?.[1]

/**
 * A device in words, from the `User-Agent` header: 'Firefox on Windows'. It uses only names from the lists above,
 * because a caller can send any header; undefined if none matches.
 */
export function deviceName(header = ''): string | undefined {
  const browser = nameIn(browsers, header)
  const system = nameIn(systems, header)
  return browser && system ? `${browser} on ${system}` : (browser ?? system)
}
