// Two stacks, the second of which reads what the first one gives out. Only classes of the core library are used:
// packages that are generated for one provider make the same calls.
const { Construct } = require("constructs");
const {
  App,
  DataResource,
  Fn,
  TerraformCount,
  TerraformHclModule,
  TerraformIterator,
  TerraformLocal,
  TerraformOutput,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  TerraformVariable,
  Token,
} = require("cdktf");
const path = require("path");

class FrameworkProvider extends TerraformProvider {
  constructor(scope) {
    super(scope, "framework", {
      terraformResourceType: "framework",
      terraformProviderSource: "cairn.test/fixtures/framework",
      terraformGeneratorMetadata: { providerName: "framework" },
    });
  }

  synthesizeAttributes() {
    return { prefix: "cdk-" };
  }
}

class Thing extends TerraformResource {
  constructor(scope, id, config) {
    super(scope, id, { terraformResourceType: "framework_thing", ...config });
    this.config = config;
  }

  synthesizeAttributes() {
    const { name, size, tags, note } = this.config;
    return { name, size, tags, note };
  }
}

class Shop extends TerraformStack {
  constructor(scope, id) {
    super(scope, id);
    new FrameworkProvider(this);
    const owner = new TerraformVariable(this, "owner", { type: "string", default: "team-a" });
    const sizes = new TerraformLocal(this, "sizes", { small: 1, large: 40 });
    const area = new Construct(this, "area");
    this.door = new Thing(area, "door", {
      name: "door",
      size: Token.asNumber(Fn.lookup(sizes.expression, "large", 0)),
      tags: { owner: owner.stringValue, path: area.node.path },
    });
    const iterator = TerraformIterator.fromList(["north", "south"]);
    new Thing(this, "shelf", {
      forEach: iterator,
      name: Fn.upper(iterator.value),
      note: this.door.getStringAttribute("id"),
      lifecycle: { createBeforeDestroy: true },
    });
    const boards = TerraformCount.of(2);
    new Thing(this, "board", {
      count: boards,
      name: `board ${boards.index}`,
      dependsOn: [this.door],
    });
    const data = new DataResource(this, "data", {
      input: { list: [1, "two", true], nested: { door: this.door.fqn } },
      triggersReplace: [owner.value],
    });
    const part = new TerraformHclModule(this, "part", {
      source: path.join(__dirname, "part"),
      variables: { word: "given" },
    });
    data.addOverride("lifecycle.ignore_changes", ["input"]);
    new TerraformOutput(this, "words", { value: Fn.join("-", [part.getString("word"), "$" + "{not code}"]) });
    new TerraformOutput(this, "secret", { value: this.door.getStringAttribute("color"), sensitive: true });
  }
}

class Street extends TerraformStack {
  constructor(scope, id, shop) {
    super(scope, id);
    new DataResource(this, "house", { input: shop.door.getStringAttribute("name") });
  }
}

const app = new App({ skipValidation: true });
const shop = new Shop(app, "shop");
new Street(app, "street", shop);
app.synth();
