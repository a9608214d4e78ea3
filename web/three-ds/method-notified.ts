import { tellOurPages } from '../shared/method-notification.ts'

tellOurPages()
