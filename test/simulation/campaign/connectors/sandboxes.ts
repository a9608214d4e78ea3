import { openAdyenSandbox } from '#test/adyen-sandbox/index.ts'
import { openStripeSandbox } from '#test/stripe-sandbox/index.ts'
import { openAdyenPost } from './adyen-post.ts'

export type Sandboxes = Awaited<ReturnType<typeof openSandboxes>>

/** Stripe and Adyen outside the gateway's processes: their books outlive every kill -9. */
export async function openSandboxes(seed: string) {
  const [stripe, adyen] = await Promise.all([openStripeSandbox(), openAdyenSandbox()])
  const post = openAdyenPost(seed, adyen.book)
  adyen.notices.handTo(post.deliver)
  return {
    stripe: stripe.book,
    adyen: adyen.book,
    post,
    /** Environment of the gateway. */
    env: { PROVIDER_SANDBOXES: `stripe=${stripe.origin},adyen=${adyen.origin}` },
    /** Requests and answers that break the providers' own definitions. */
    complaints: () => [...stripe.complaints, ...adyen.complaints()],
    async close() {
      post.close()
      await Promise.all([stripe.close(), adyen.close()])
    },
  }
}
