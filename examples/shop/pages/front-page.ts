import { type Line, totalOf } from '../basket.ts'
import { BOX, COFFEES, type Coffee, HOUSE, priceTag, TASTING } from '../catalogue.ts'
import { type Html, html } from '../html.ts'
import { bag } from './bag.ts'
import { hills } from './hills.ts'
import { layout } from './layout.ts'

/** The shop: six coffees and a basket. */
export function frontPage(basket: readonly Line[]): Html {
  const bags = basket.reduce((sum, { quantity }) => sum + quantity, 0)
  const main = html`
<section class="hero">
<div class="hero-words">
<p class="eyebrow">Small-batch coffee roasters</p>
<h1>Roasted on Tuesday, in your cup by Friday.</h1>
<p>Six coffees from growers we know by name, roasted in twelve-kilo batches and posted the same afternoon.</p>
<p><a class="button" href="#coffee">Choose a coffee</a></p>
</div>
${hills()}
</section>
<div class="shop">
<section id="coffee" aria-labelledby="coffee-title">
<h2 class="shelf-title" id="coffee-title">This week’s roasts</h2>
<ul class="shelf">${COFFEES.map(card)}</ul>
<section aria-labelledby="more-title">
<h2 class="shelf-title" id="more-title">More from us</h2>
<ul class="shelf">
<li class="panel"><h3>${BOX.name}</h3><p>A bag of ${HOUSE.name} every ${BOX.days} days.</p>
<p><a class="button" href="/subscription">Subscribe</a></p></li>
<li class="panel"><h3>${TASTING.name}</h3><p>An hour at our roastery, ${priceTag(TASTING.price)}.</p>
<form method="post" action="/tasting"><button class="button" data-action="tasting">Book</button></form></li>
</ul>
</section>
</section>
<aside id="basket" class="panel basket" aria-labelledby="basket-title" tabindex="-1">
<h2 id="basket-title">Your basket</h2>
${bags > 0 ? filled(basket) : html`<p class="quiet">Your basket is empty. Try the house blend.</p>`}
</aside>
</div>`
  return layout({ title: 'Freshly roasted coffee', main, bags })
}

function card(coffee: Coffee): Html {
  return html`<li class="card">
<div class="card-art">${bag(coffee)}</div>
<div class="card-words">
<h3>${coffee.name}</h3>
<p class="quiet">${coffee.origin}</p>
<p>${coffee.notes}</p>
<form class="card-buy" method="post" action="/basket">
<span class="price">${priceTag(coffee.price)}</span>
<button class="button" name="coffee" value="${coffee.slug}" aria-label="Add ${coffee.name} to the basket">Add</button>
</form>
</div></li>`
}

function filled(basket: readonly Line[]): Html {
  return html`<ul class="lines">${basket.map(line)}</ul>
<p class="total"><span>Total</span><strong>${priceTag(totalOf(basket))}</strong></p>
<p class="quiet">Delivery and VAT included.</p>
<a class="button wide" href="/api">Go to checkout</a>`
}

function line({ coffee, quantity }: Line): Html {
  return html`<li><span class="line-name">${coffee.name}<small>${priceTag(coffee.price * BigInt(quantity))}</small></span>
<form class="stepper" method="post" action="/basket"><input type="hidden" name="coffee" value="${coffee.slug}">
<button name="more" value="-1" aria-label="One ${coffee.name} less">−</button>
<span aria-label="${quantity} in the basket">${quantity}</span>
<button name="more" value="1" aria-label="One ${coffee.name} more">+</button></form></li>`
}
