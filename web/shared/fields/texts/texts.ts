type Label = 'number' | 'expiry' | 'cvc' | 'name' | 'email' | 'firstName' | 'lastName' | 'country' | 'phone'

type Hint = 'optional' | 'expiryHint' | 'cvcHint' | 'cvcHintAmex' | 'phoneHint' | 'chooseCountry'

/** What may be wrong with a field. */
export type ProblemText =
  | 'numberMissing'
  | 'numberWrong'
  | 'expiryMissing'
  | 'expiryWrong'
  | 'expiryPast'
  | 'cvcMissing'
  | 'cvcWrong'
  | 'cvcWrongAmex'
  | 'nameMissing'
  | 'emailMissing'
  | 'emailWrong'
  | 'firstNameMissing'
  | 'lastNameMissing'
  | 'countryMissing'
  | 'phoneWrong'
  | 'cardNumberThere'

/** What a shopper reads when something else goes wrong; `failed` is for what only the shop can fix. */
type FaultText = 'invalid_fields' | 'network_error' | 'session_expired' | 'session_completed' | 'canceled' | 'failed'

/** Texts of the window with the bank's page. */
type ChallengeText = 'challengeTitle' | 'challengeFrame' | 'challengeCancel' | 'challengeFullPage' | 'challengeStuck'

/** Everything a shopper reads in our frames, in one language. */
export type Texts = Readonly<
  Record<
    | Label
    | Hint
    | ProblemText
    | FaultText
    | ChallengeText
    | 'frameTitle'
    | 'cardTitle'
    | 'savedCardTitle'
    | 'methodTitle'
    | 'saveCard'
    | 'endingIn'
    | 'expires'
    | 'expired'
    | 'asking'
    | 'checking',
    string
  >
>
