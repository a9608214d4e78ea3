/** Setting of a provider account, from which the dashboard makes a field. */
export interface SettingField {
  /** Condition of a value, as the end of a sentence: `is a number from 1 to 65535`. */
  readonly expects: string
  readonly required?: boolean
  /** A text by default. */
  readonly kind?: 'number' | 'switch' | 'lines'
  readonly choices?: readonly string[]
  /** Value of an account without the setting. */
  readonly otherwise?: unknown
}

export type SettingTable = Readonly<Record<string, SettingField>>
