package steps;

import cucumber.api.java.en.*;

public final class Steps {
    private int pieces;

    @Given("^an account$")
    public void account() {
        pieces = 0;
    }

    @Given("^an order of (\\d+) pieces$")
    public void order(int count) {
        pieces = count;
    }

    @When("^it is paid$")
    public void paid() {
        pieces++;
    }

    @Then("^it is shipped$")
    public void shipped() {
        pieces++;
    }

    @Then("^it is billed$")
    public void billed() {
        pieces++;
    }
}
